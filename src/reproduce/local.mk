# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make reproduce: tables and figures of the sources, computed anew and set beside
# theirs, in reproduction/. QUICK=1 leaves out what takes long. It needs python3.
EXTRA_DIST += %D%/benet_2016.py %D%/benet_2019.py %D%/chain.py \
  %D%/kraiem_2022.py %D%/kraiem_2022_figures.py %D%/peyre_2001.py \
  %D%/reproduce.py
# Where the programs are that it runs.
reproducing = src/programs:tutorials/joints:tutorials/contact:tutorials/tuning
reproduce: all
	@PANTIN_DATA='$(abs_top_srcdir)/data' QUICK='$(QUICK)' \
	  PYTHONDONTWRITEBYTECODE=1 \
	  python3 $(srcdir)/src/reproduce/reproduce.py \
	  $(reproducing):$(srcdir)/tutorials/tuning reproduction
clean-local: clean-local-reproduce
clean-local-reproduce:
	rm -rf reproduction
.PHONY: reproduce clean-local-reproduce
