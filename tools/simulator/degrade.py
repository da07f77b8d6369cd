"""What lens, sensor and codec make of a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
_SUBSAMPLING: Final = (
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One camera and its settings.

    Attributes:
        blur_px: deviation of its blur.
        motion_px: length and direction of motion blur.
        gain: of the exposure; white balance (blue, green, red).
        white_balance: gains of the colours.
        noise: of a bright px: shot noise and read noise, linear.
        curve: strength of its tone curve, and gamma.
        saturation: 1 for true colours.
        sharpen: strength and deviation of unsharp masking.
        smooth: strength of a denoiser, 0 for none.
        jpeg: quality and index of its subsampling.
        passes: how often it is compressed (films twice).
    """

    blur_px: float
    motion_px: tuple[float, float]
    gain: float
    white_balance: tuple[float, float, float]
    noise: tuple[float, float]
    curve: tuple[float, float]
    saturation: float
    sharpen: tuple[float, float]
    smooth: float
    jpeg: tuple[int, int]
    passes: int


def draw_device(rng: np.random.Generator, *, ball_px: float) -> Device:
    """A camera and its settings; what blurs is measured by the size of a ball."""
    bad = rng.random() < 0.2
    sharp = rng.random() < 0.5
    return Device(
        blur_px=max(0.35, abs(rng.normal(0.5, 0.25)), ball_px * abs(rng.normal(0, 0.06 if bad else 0.02))),
        motion_px=(ball_px * rng.uniform(0.03, 0.18), rng.uniform(0, np.pi)) if rng.random() < 0.12 else (0.0, 0.0),
        gain=float(np.exp(rng.normal(0, 0.45))),
        white_balance=(float(np.exp(rng.normal(0, 0.12))), 1.0, float(np.exp(rng.normal(0, 0.12)))),
        noise=(rng.uniform(0, 0.03) ** 2 * (9 if bad else 1), rng.uniform(0.0005, 0.004) * (2 if bad else 1)),
        curve=(rng.uniform(0, 0.7), rng.uniform(1.9, 2.5)),
        saturation=rng.uniform(0.7, 1.35),
        sharpen=(rng.uniform(0.1, 1.4), rng.uniform(0.6, 1.6)) if sharp else (0.0, 1.0),
        smooth=rng.uniform(5, 30) if rng.random() < 0.25 else 0.0,
        jpeg=(int(rng.uniform(40, 75) if bad else rng.uniform(65, 96)), int(rng.choice(3, p=[0.6, 0.2, 0.2]))),
        passes=2 if rng.random() < 0.25 else 1,
    )


def take(radiance: F32, size_wh: tuple[int, int], device: Device, rng: np.random.Generator) -> U8:
    """The picture (h, w, 3) that a device makes of linear radiance that is at least as fine as its px."""
    fine = radiance.shape[1] / size_wh[0]
    light = cv2.GaussianBlur(np.minimum(radiance * np.float32(device.gain), 12), (0, 0), device.blur_px * fine)
    if device.motion_px[0] > 0.3:
        light = _dragged(light, device.motion_px[0] * fine, device.motion_px[1])
    if fine > 1:
        light = cv2.resize(light, size_wh, interpolation=cv2.INTER_AREA)
    light = light * np.asarray(device.white_balance, np.float32)
    deviation = np.sqrt(np.maximum(light, 0) * device.noise[0] + device.noise[1] ** 2).astype(np.float32)
    light = light + deviation * rng.standard_normal(light.shape, np.float32)
    picture = _toned(light, device)
    if device.smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, 5, device.smooth, 2.0), np.uint8)
    if device.sharpen[0]:
        picture = _sharpened(picture, *device.sharpen)
    for _ in range(device.passes):
        picture = _compressed(picture, *device.jpeg)
    return picture


def _toned(light: F32, device: Device) -> U8:
    """From linear light to what is stored: tone curve, gamma, saturation."""
    strength, gamma = device.curve
    grey = (light @ np.full(3, 1 / 3, np.float32))[..., None]
    light = np.clip(grey + device.saturation * (light - grey), 0, 4)
    light = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) * 2.5), light)
    shown = np.clip(light, 0, 1) ** np.float32(1 / gamma)
    shown = (1 - strength) * shown + strength * (shown * shown * (3 - 2 * shown))
    return np.asarray(np.clip(shown * 255 + 0.5, 0, 255), np.uint8)


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
