"""The trained network as ONNX, in a form that every OpenCV from 4.10 on reads."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Final

import torch

from tools.training.loop import checkpoint_in
from tools.training.network import HeatNet
from vision.net_input import PLANES

_OPSET: Final = 13
_EXAMPLE_HW: Final = (96, 72)


def onnx_of(net: HeatNet) -> bytes:
    """For any number of otaus of any size that is a multiple of 12; normalisation is folded into the convolutions.

    A size is written down all the same: OpenCV 4.10 cannot read a network that leaves it open, and none cares later.
    """
    out = io.BytesIO()
    with warnings.catch_warnings():
        # The newer exporter needs onnxscript and writes sizes as computations, which OpenCV 4 cannot follow.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net.eval(),
            (torch.zeros(1, PLANES, *_EXAMPLE_HW),),
            out,
            input_names=["planes"],
            output_names=["outputs"],
            opset_version=_OPSET,
            dynamo=False,
        )
    return out.getvalue()


def averaged_net(run: Path) -> HeatNet:
    """The averaged weights of a training, ready to be asked."""
    net = HeatNet()
    net.load_state_dict(torch.load(checkpoint_in(run), weights_only=True)["average"])
    net.eval()
    return net
