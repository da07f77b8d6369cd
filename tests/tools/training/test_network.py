"""What needs torch: it is no part of the environment that the program is tested in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")

from tests.tools.training.test_examples import otau  # noqa: E402
from tools.simulator.dataset import Sample, Shot, write_shard  # noqa: E402
from tools.training.collect import Answers, answers_of  # noqa: E402
from tools.training.count_fit import CountNet, fit, to_dict  # noqa: E402
from tools.training.export import averaged_net, onnx_of  # noqa: E402
from tools.training.loop import BATCH, Plan, Trainer, history_of  # noqa: E402
from tools.training.losses import loss_of  # noqa: E402
from tools.training.network import HeatNet, parameters_of  # noqa: E402
from vision.count_model import NUMBERS, CountModel, PeakOdds  # noqa: E402
from vision.heat_map import HeatNetwork, heat_of  # noqa: E402
from vision.net_input import PLANES  # noqa: E402

PARAMETERS_MAX = 400_000
ONNX_MAX_BYTES = 2_000_000


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A shard of otaus that look alike."""
    folder = tmp_path_factory.mktemp("shards")
    rng = np.random.default_rng(0)
    balls = np.array([[16, 20, 1], [30, 40, 0.8]], np.float32)
    shot = Shot(rng.integers(0, 255, (64, 48, 3), np.uint8), balls, balls[:0])
    inside = np.pad(np.ones((40, 24), bool), 12)
    samples = [Sample(5, index, "box", "", shot, shot, inside) for index in range(BATCH + 3)]
    write_shard(folder / "seed0005-0000000-0000035.npz", samples)
    return str(folder / "*.npz")


def plan(shards: str, folder: Path, batches: int) -> Plan:
    return Plan(data=(shards,), folder=folder, examples=batches * BATCH)


def heat_by_torch(net: HeatNet, planes: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return heat_of(net(torch.from_numpy(planes)).numpy())


def test_the_network_is_small_and_opencv_says_what_torch_says() -> None:
    net = HeatNet()
    onnx = onnx_of(net)
    assert parameters_of(net) <= PARAMETERS_MAX
    assert len(onnx) <= ONNX_MAX_BYTES
    planes = np.random.default_rng(0).normal(size=(2, PLANES, 48, 24)).astype(np.float32)
    by_torch, by_opencv = heat_by_torch(net, planes), HeatNetwork(onnx).heat(planes)
    np.testing.assert_allclose(by_opencv, by_torch, atol=1e-3)
    assert np.abs(heat_by_torch(HeatNet().eval(), planes) - by_torch).max() > 1e-3


def test_the_right_answer_costs_less_than_any_other() -> None:
    heat = torch.zeros(1, 24, 24)
    heat[0, 10, 8] = 1.0
    right = torch.full((1, 9, 8, 8), -8.0)
    right[0, 5, 3, 2] = 8.0
    for plane, y, x, value in ((5, 3, 2, -8.0), (5, 3, 2, 0.0), (0, 5, 5, 8.0)):
        wrong = right.clone()
        wrong[0, plane, y, x] = value
        assert loss_of(right, heat) < loss_of(wrong, heat)


def test_training_that_was_broken_off_goes_on_to_the_same_weights(shards: str, tmp_path: Path) -> None:
    Trainer(plan(shards, tmp_path / "whole", 3)).run()
    broken = Trainer(plan(shards, tmp_path / "broken", 3))
    broken.visit()
    broken.save()
    Trainer(plan(shards, tmp_path / "broken", 3)).run()
    whole, again = (averaged_net(tmp_path / name).state_dict() for name in ("whole", "broken"))
    assert all(torch.equal(one, again[name]) for name, one in whole.items())
    assert history_of(tmp_path / "broken") == {
        "seed": 0,
        "examples": 3 * BATCH,
        "visits": {"seed0005-0000000-0000035.npz": 3},
    }
    fresh = Trainer(plan(shards, tmp_path / "fresh", 3)).average.state_dict()
    assert not all(torch.equal(one, fresh[name]) for name, one in whole.items())


def made_up(*, is_warm: bool, number: int = 300) -> Answers:
    """Otaus whose peaks are right, but that a kumalak in three is hidden from ten on."""
    rng = np.random.default_rng(int(is_warm))
    kumalak = rng.integers(0, 20, number)
    seen = np.where(kumalak > 10, kumalak - rng.integers(0, 4, number), kumalak)
    logits = np.where(np.arange(20) < seen[:, None], 3.0, -30.0)
    size_wh = np.full((number, 2), (4.0, 7.0))
    return Answers(PeakOdds(logits, size_wh, is_warm), kumalak, np.full(number, "box"))


def test_the_fitted_model_in_numpy_says_what_it_says_in_torch() -> None:
    torch.manual_seed(1)
    net = CountNet()
    torch.nn.init.normal_(net.outer.weight, std=1.0)
    said = made_up(is_warm=True, number=20)
    with torch.no_grad():
        by_torch = net.of(said.odds).numpy()
    by_numpy = net.model(np.zeros(len(NUMBERS))).posterior(said.odds)
    np.testing.assert_allclose(by_numpy, by_torch, atol=2e-3)
    assert np.abs(CountNet().model(np.zeros(len(NUMBERS))).posterior(said.odds) - by_torch).max() > 0.05


def test_fitting_makes_the_truth_likelier_and_its_constants_can_be_written() -> None:
    said = [made_up(is_warm=False), made_up(is_warm=True)]
    fitted = CountModel.from_dict(to_dict(fit(said, steps=150)))
    before = CountNet().model(fitted.log_prior)

    def log_p_truth(model: CountModel) -> float:
        return float(np.mean([np.log(model.posterior(one.odds)[np.arange(300), one.kumalak] + 1e-6) for one in said]))

    assert log_p_truth(fitted) > log_p_truth(before) + 0.3


def test_what_a_network_says_comes_with_its_truth() -> None:
    said = answers_of(
        [otau(), otau((33, 17)), otau()],
        lambda planes: np.full((len(planes), 48, 24), -9.0, np.float32),
        is_warm=True,
    )
    assert said.kumalak.tolist() == [3, 3, 3]
    assert said.odds.logits.shape == (3, 0)
