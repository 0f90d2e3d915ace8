# Barpoint. `make` alone lists what there is to make.
# PYTHON= chooses the Python (3.11 or newer), HOST= and PORT= where to serve.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
IN_VENV = .venv/bin/python

# Where it is set, each process compiles every module again: seconds at each start.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make run        the club's own server at http://$(HOST):$(PORT)/, everything in one process"
	@echo "make club       a club of your own, beside the demo club or instead of it"
	@echo "make backup     everything in one file, made while the site runs and checked by restoring it"
	@echo "make restore FILE=…  a backup, into an empty place"
	@echo "make cluster    the big engine on this machine: PostgreSQL, Valkey, web processes, workers"
	@echo "make test       check everything and test it on real servers (about ten minutes)"
	@echo "make test-fast  the quick tests only, on SQLite"
	@echo "make drills     break it in every way it should survive, and count (about a quarter of an hour)"
	@echo "make check      style, types, layers, missing migrations"
	@echo "make dist       wheels and source archives of Barpoint and of rules_core, in dist/"
	@echo "make bench      how fast it is, beside a bare view (ARGS=\"--rounds 5\" …); make bench night: a federation's night"
	@echo "make screenshots  every page light and dark, phone and laptop, in var/screenshots/"

run: python
	@$(PYTHON) deploy/environment.py
	@HOST="$(HOST)" PORT="$(PORT)" $(IN_VENV) -m deploy.club

club: python
	@$(PYTHON) deploy/environment.py
	@$(IN_VENV) -m deploy.own_club

backup: python
	@$(PYTHON) deploy/environment.py
	@$(IN_VENV) manage.py backup

restore: python
	@$(PYTHON) deploy/environment.py
	@$(IN_VENV) manage.py restore "$(FILE)"

cluster: python
	@$(PYTHON) deploy/environment.py test
	@HOST="$(HOST)" PORT="$(PORT)" $(IN_VENV) -m deploy.cluster

test: python
	@$(PYTHON) deploy/environment.py test check
	@$(IN_VENV) -m deploy.suite

test-fast: python
	@$(PYTHON) deploy/environment.py test
	@$(IN_VENV) -m deploy.suite --fast

check: python
	@$(PYTHON) deploy/environment.py test check
	@$(IN_VENV) -m deploy.check

drills: python
	@$(PYTHON) deploy/environment.py test
	@$(IN_VENV) -m drills

dist: python
	@$(PYTHON) deploy/environment.py test
	@$(IN_VENV) -m deploy.dist

bench: python
	@$(PYTHON) deploy/environment.py test bench
	@$(IN_VENV) -m benchmarks $(if $(filter night,$(MAKECMDGOALS)),night,speed --write) $(ARGS)

# Said together with bench.
night: bench

screenshots: python
	@$(PYTHON) deploy/environment.py test
	@$(IN_VENV) -m deploy.screenshots

python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here; install Python 3.11 or newer, or say where it is: PYTHON=…" >&2; \
		exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
		"Barpoint needs Python 3.11 or newer; $(PYTHON) is %d.%d. Say where one is: PYTHON=…" \
		% sys.version_info[:2])'

.PHONY: help run club backup restore cluster test test-fast drills check dist bench night screenshots python
