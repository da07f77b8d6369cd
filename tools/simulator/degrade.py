"""What lens, sensor and codec make of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.simulator.sensor import develop

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
_SUBSAMPLING: Final = (
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
)
_CURVE_STEPS: Final = 1024


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Device:
    """One camera and its settings.

    Attributes:
        blur_px: deviation of its blur.
        motion_px: length of motion blur and its direction in radians.
        gain: (3,) of the exposure, for each colour.
        noise: variance of a white px by shot noise, deviation of read noise; linear.
        noise_px: width of a grain: above 0 the noise was smoothed on its way.
        curve: strength of its tone curve, and gamma.
        saturation: 1 for true colours.
        sharpen: strength and deviation of unsharp masking.
        smooth: strength of a denoiser, 0 for none.
        jpeg: quality and index of its subsampling.
        passes: how often it is compressed (films twice).
    """

    blur_px: float
    motion_px: tuple[float, float]
    gain: NDArray[np.float64]
    noise: tuple[float, float]
    noise_px: float
    curve: tuple[float, float]
    saturation: float
    sharpen: tuple[float, float]
    smooth: float
    jpeg: tuple[int, int]
    passes: int


def draw_device(rng: np.random.Generator, *, ball_px: float, exposure: float) -> Device:
    """A camera and its settings; what blurs is measured by the size of a ball. ``exposure`` would be right."""
    bad, odd_colours, sharp = rng.random(3) < (0.15, 0.2, 0.5)
    gain = exposure * np.exp(rng.normal(0, 0.4) - (rng.uniform(0.3, 1.4) if rng.random() < 0.15 else 0))
    tint = rng.normal(0, 0.28 if odd_colours else 0.08, 3)
    return Device(
        blur_px=max(0.35, abs(rng.normal(0.5, 0.25)), ball_px * abs(rng.normal(0, 0.06 if bad else 0.02))),
        motion_px=(ball_px * rng.uniform(0.03, 0.18), rng.uniform(0, np.pi)) if rng.random() < 0.12 else (0.0, 0.0),
        gain=gain * np.exp(tint - tint[1]),
        noise=(rng.uniform(0, 0.03) ** 2 * (9 if bad else 1), rng.uniform(0.0005, 0.004) * (2 if bad else 1)),
        noise_px=rng.uniform(0.3, 0.9) if rng.random() < 0.4 else 0.0,
        curve=(rng.uniform(0, 0.7), rng.uniform(1.9, 2.5)),
        saturation=rng.uniform(0.6, 1.3),
        sharpen=(rng.uniform(0.1, 1.4), rng.uniform(0.6, 1.6)) if sharp else (0.0, 1.0),
        smooth=rng.uniform(5, 30) if rng.random() < 0.25 else 0.0,
        jpeg=(int(rng.uniform(40, 75) if bad else rng.uniform(65, 96)), int(rng.choice(3, p=[0.6, 0.2, 0.2]))),
        passes=2 if rng.random() < 0.25 else 1,
    )


def take(radiance: F32, size_wh: tuple[int, int], device: Device, rng: np.random.Generator) -> U8:
    """The picture (h, w, 3) that a device makes of linear radiance that is at least as fine as its px."""
    fine = radiance.shape[1] / size_wh[0]
    light = np.minimum(radiance, np.float32(12 / device.gain.max()))
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), device.blur_px * fine), np.float32)
    if device.motion_px[0] > 0.3:
        light = _dragged(light, device.motion_px[0] * fine, device.motion_px[1])
    if fine > 1:
        light = np.asarray(cv2.resize(light, size_wh, interpolation=cv2.INTER_AREA), np.float32)
    grain = rng.standard_normal(light.shape, np.float32)
    if device.noise_px:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), device.noise_px), np.float32)
    picture = develop(
        light, grain, device.gain.astype(np.float32), np.array(device.noise), device.saturation, _curve(*device.curve)
    )
    if device.smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, 5, device.smooth, 2.0), np.uint8)
    if device.sharpen[0]:
        picture = _sharpened(picture, *device.sharpen)
    for _ in range(device.passes):
        picture = _compressed(picture, *device.jpeg)
    return picture


def _curve(strength: float, gamma: float) -> U8:
    """What is stored for light that is the square of 0 to 2 in equal steps; highlights roll off."""
    light = np.linspace(0, 2, _CURVE_STEPS) ** 2
    light = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) * 2.5), light)
    shown = np.clip(light, 0, 1) ** (1 / gamma)
    shown = (1 - strength) * shown + strength * (shown * shown * (3 - 2 * shown))
    return np.asarray(shown * 255 + 0.5, np.uint8)


def _sharpened(picture: U8, strength: float, deviation: float) -> U8:
    soft = cv2.GaussianBlur(picture, (0, 0), deviation)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.uint8)


def _dragged(light: F32, length: float, direction: float) -> F32:
    """Blurred along a line."""
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for t in np.linspace(-length / 2, length / 2, 16):
        x, y = reach + t * np.cos(direction), reach + t * np.sin(direction)
        kernel[round(y), round(x)] += 1
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)


def _compressed(picture: U8, quality: int, subsampling: int) -> U8:
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, _SUBSAMPLING[subsampling]]
    _, data = cv2.imencode(".jpg", picture, options)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
