# The ways into this repository. Every target sets up what it needs; a second run starts at once.
#   make demo       the main job on the shipped film          make test      lint, types, core tests
#   make lint       ruff and mypy alone                       make lock      resolve the dependencies anew
#   make evaluate   films and counting against the truth      make bench     speed

PYTHON ?= python3
BIN := .venv/bin
USABLE := .venv/usable
INSTALLED := .venv/installed
UV_VERSION := 0.13.9
LOCK = .venv-lock/bin/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" --no-emit-index-url --no-emit-find-links

APT := sudo apt-get install python3 python3-venv make git libgl1 libglib2.0-0

define MACHINE
import importlib.util as modules, shutil, sys
from ctypes.util import find_library
libraries = {"libgl1": "GL", "libglib2.0-0": "gthread-2.0"} if sys.platform == "linux" else {}
present = {
    "Python 3.11 or newer": sys.version_info >= (3, 11),
    "python3-venv": bool(modules.find_spec("venv") and modules.find_spec("ensurepip")),
    "git": bool(shutil.which("git")),
    **{package: bool(find_library(name)) for package, name in libraries.items()},
}
missing = [name for name, is_there in present.items() if not is_there]
sys.exit("Missing: " + ", ".join(missing) + ". On Debian or Ubuntu: $(APT)" if missing else 0)
endef
export MACHINE

.PHONY: demo test lint evaluate bench lock
.DELETE_ON_ERROR:

demo: $(USABLE)
	@echo "Playing the shipped film through the program ..."
	@$(BIN)/togyz demo

test: lint
	$(BIN)/pytest -m "not slow and not deep and not wheel and not browser and not avr and not rtsp"

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# numpy reads it when it is imported: one thread for each film, and figures that do not depend on the cores.
evaluate bench: export OPENBLAS_NUM_THREADS := 1

evaluate: $(INSTALLED)
	$(BIN)/python tools/evaluate.py films --out docs/figures/films.json
	$(BIN)/python tools/evaluate.py frames --out docs/figures/frames.json
	$(BIN)/python tools/evaluate.py figures

bench: $(INSTALLED)
	$(BIN)/python benchmarks/run.py --out docs/figures/speed.json
	$(BIN)/python tools/evaluate.py figures

# What a player needs.
$(USABLE): requirements/run.txt pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Missing: $(PYTHON). On Debian or Ubuntu: $(APT)"; exit 1; }
	@$(PYTHON) -c "$$MACHINE"
	@echo "Setting up .venv, once: some 180 MB are downloaded, which takes a minute or more ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

# And what tests and tools need besides, of the same versions.
$(INSTALLED): requirements/dev.txt $(USABLE)
	@echo "Adding the tools, once: some 70 MB more ..."
	@$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# run: what the program needs; dev: that and the tools; oldest: every lower bound of pyproject.toml taken at its word.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet uv==$(UV_VERSION)
	$(LOCK) --upgrade --universal pyproject.toml --extra dev --output-file requirements/dev.txt
	$(LOCK) --upgrade --universal pyproject.toml --constraints requirements/dev.txt --output-file requirements/run.txt
	$(LOCK) --upgrade --resolution lowest-direct pyproject.toml --extra dev --output-file requirements/oldest.txt
