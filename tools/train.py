"""Trains the counter of vision/learned.py on simulated otaus, from nothing to the files that the program carries.

    python tools/train.py train --data "DIR/seed0001-*.npz" --out RUN --examples 800000
    python tools/train.py export RUN
    python tools/train.py calibrate RUN --data "DIR/seed0002-*.npz"
    python tools/train.py temper
    python tools/train.py report --data "DIR/seed0002-*.npz"

DIR holds shards of tools/simulate.py; those to calibrate and to report on are of other seeds than those to train on.
Training that was broken off goes on from its checkpoint. Needs the extra ``train``, and ``temper`` the data folder.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch

from tools.evaluation.report import report as report_of
from tools.evaluation.tables import tell
from tools.training.count_fit import fit, to_dict
from tools.training.examples import check_planes
from tools.training.export import averaged_net, onnx_of
from tools.training.judge import figures, split_of
from tools.training.loop import Plan, Trainer, history_of
from tools.training.network import parameters_of
from tools.training.shards import find_shards
from tools.training.temper import best_temperatures, readings
from vision.count_model import BANDS_TO, CountModel
from vision.heat_map import HeatNetwork

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "vision" / "data"
CHECK: Final = ROOT / "tests" / "vision" / "data" / "heat_net_says.json"
WEIGHTS: Final = DATA / "heat_net.onnx"
CONSTANTS: Final = DATA / "count_model.json"
_Folder = partial(click.Path, file_okay=False, path_type=Path)
_data = click.option("--data", multiple=True, required=True, help="Shards: a pattern, in quotes.")
_run = click.argument("run", type=_Folder(exists=True))


@click.group()
def main() -> None:
    """The learned counter, from simulated otaus to the files that the program carries."""
    torch.set_num_threads(1)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")


@main.command()
@_data
@click.option("--out", type=_Folder(), required=True, help="Where the checkpoint lies.")
@click.option("--examples", type=click.IntRange(1), required=True, help="After so many training ends.")
@click.option("--rate", type=float, default=Plan.rate, show_default=True, help="Highest learning rate.")
@click.option("--seed", type=int, default=Plan.seed, show_default=True)
def train(*, data: tuple[str, ...], out: Path, examples: int, rate: float, seed: int) -> None:
    """Train the network; broken off, it goes on where it was."""
    Trainer(Plan(data=data, folder=out, examples=examples, rate=rate, seed=seed)).run()


@main.command()
@_run
def export(*, run: Path) -> None:
    """Write the network of a training as the program reads it, and what torch says of one input for the tests."""
    net = averaged_net(run)
    WEIGHTS.parent.mkdir(exist_ok=True)
    WEIGHTS.write_bytes(onnx_of(net))
    outputs = net(torch.from_numpy(check_planes())).detach().numpy()
    CHECK.write_text(json.dumps(np.round(outputs, 4).tolist()) + "\n", encoding="utf-8")


@main.command()
@_run
@_data
def calibrate(*, run: Path, data: tuple[str, ...]) -> None:
    """Fit the count model of the exported network, and write it with where it comes from."""
    split = split_of(find_shards(data), HeatNetwork(WEIGHTS.read_bytes()).heat)
    model = fit(split.fitting)
    constants = {
        "schema": 1,
        "trained_on": history_of(run),
        "calibrated_on": [shard.name for shard in find_shards(data)],
        "parameters": parameters_of(averaged_net(run)),
        "count_model": to_dict(model),
    }
    _write(constants)
    _tell(figures(split.judging, model))


@main.command()
@click.option("--shared", type=_Folder(exists=True), default=ROOT.parent / "shared", show_default=True)
def temper(*, shared: Path) -> None:
    """Set how sure the counter may be by the rendered boards that may choose constants."""
    constants = json.loads(CONSTANTS.read_text(encoding="utf-8"))
    constants["count_model"]["temperature"] = [1.0] * (len(BANDS_TO) + 1)
    _write(constants)
    read, kumalak = zip(*readings(shared), strict=True)
    log_lik = np.stack([one.log_lik for one in read])
    constants["count_model"]["temperature"] = best_temperatures(log_lik, np.array(kumalak, np.int64))
    _write(constants)
    click.echo(f"temperatures: {constants['count_model']['temperature']}")


@main.command()
@_data
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, and nothing else, to stdout.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the report to this file.")
def report(*, data: tuple[str, ...], as_json: bool, out: Path | None) -> None:
    """Count simulated otaus as the program does, by band and by kind of board."""
    constants = json.loads(CONSTANTS.read_text(encoding="utf-8"))
    split = split_of(find_shards(data), HeatNetwork(WEIGHTS.read_bytes()).heat)
    _tell(figures(split.judging, CountModel.from_dict(constants["count_model"])), as_json=as_json, out=out)


def _write(constants: dict[str, Any]) -> None:
    CONSTANTS.write_text(json.dumps(constants) + "\n", encoding="utf-8")


def _tell(what: dict[str, Any], *, as_json: bool = False, out: Path | None = None) -> None:
    tell(report_of("frames", **what), as_json=as_json, out=out)


if __name__ == "__main__":
    main()
