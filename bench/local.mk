# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make bench: Pantin beside its peers on the same work, in one run. Built on
# demand; peers that are not installed are left out and named. BLAS keeps to
# one thread, which is faster for fronts as small as these.
benches = %D%/bench_chain %D%/bench_joints %D%/bench_elimination \
  %D%/bench_contact %D%/bench_tuning %D%/bench_scale
bench_common = %D%/bench.h %D%/bench.c %D%/measure.h %D%/measure.c
EXTRA_PROGRAMS += $(benches)
EXTRA_DIST += %D%/README.md %D%/SCALE.md %D%/run.sh %D%/compare.sh
CLEANFILES += $(benches) %D%/results.csv

bench_bench_chain_SOURCES = %D%/chain.c $(bench_common) \
  %D%/peer.h %D%/peer.c
bench_bench_chain_CPPFLAGS = $(AM_CPPFLAGS) $(IPOPT_CFLAGS) $(NLOPT_CFLAGS)
bench_bench_chain_LDADD = src/libpantin_all.la $(GSL_LIBS) $(IPOPT_LIBS) \
  $(NLOPT_LIBS) -lm
if HAVE_IPOPT
bench_bench_chain_SOURCES += %D%/peer_ipopt.c
endif
if HAVE_NLOPT
bench_bench_chain_SOURCES += %D%/peer_nlopt.c
endif

bench_bench_joints_SOURCES = %D%/joints.c $(bench_common) \
  %D%/accuracy.h %D%/accuracy.c \
  %D%/engine.h %D%/engine.c %D%/engine_pantin.c %D%/engine_reduced.c \
  tests/dynamics/reference.h tests/dynamics/reference.c
bench_bench_joints_CPPFLAGS = $(AM_CPPFLAGS) $(ODE_CFLAGS) $(BULLET_CFLAGS) \
  -DBENCH_PUPPET='"$(abs_top_srcdir)/data/joints/puppet.cfg"'
bench_bench_joints_LDADD = src/libpantin_all.la $(GSL_LIBS) $(MUJOCO_LIBS) \
  $(ODE_LIBS) $(BULLET_LIBS) -lm
if HAVE_MUJOCO
bench_bench_joints_SOURCES += %D%/engine_mujoco.c
endif
if HAVE_ODE
bench_bench_joints_SOURCES += %D%/engine_ode.c
endif
if HAVE_BULLET
bench_bench_joints_SOURCES += %D%/engine_bullet.cpp
endif
if HAVE_CXX
bench_bench_joints_LINK = $(CXXLINK)
else
bench_bench_joints_LINK = $(LINK)
endif

bench_bench_elimination_SOURCES = %D%/elimination.c \
  %D%/elimination_factor.h %D%/elimination_factor.c %D%/mechanism.h %D%/mechanism.c \
  $(bench_common) %D%/engine.h %D%/engine.c %D%/peer_cholmod.h \
  %D%/windows.h %D%/windows.c
bench_bench_elimination_CPPFLAGS = $(bench_bench_joints_CPPFLAGS) \
  $(RBDL_CFLAGS) $(PINOCCHIO_CFLAGS)
bench_bench_elimination_LDADD = $(bench_bench_joints_LDADD) $(CHOLMOD_LIBS) \
  $(RBDL_LIBS) $(PINOCCHIO_LIBS)
if HAVE_CHOLMOD
bench_bench_elimination_SOURCES += %D%/peer_cholmod.c
endif
if HAVE_MUJOCO
bench_bench_elimination_SOURCES += %D%/engine_mujoco.c
endif
if HAVE_ODE
bench_bench_elimination_SOURCES += %D%/engine_ode.c
endif
if HAVE_BULLET
bench_bench_elimination_SOURCES += %D%/engine_bullet.cpp
endif
if HAVE_RBDL
bench_bench_elimination_SOURCES += %D%/engine_eigen.h %D%/engine_rbdl.cpp
endif
if HAVE_PINOCCHIO
bench_bench_elimination_SOURCES += %D%/engine_eigen.h \
  %D%/engine_pinocchio.cpp
endif
if HAVE_CXX
bench_bench_elimination_LINK = $(CXXLINK)
else
bench_bench_elimination_LINK = $(LINK)
endif

bench_bench_contact_SOURCES = %D%/contact.c %D%/contact_pile.h \
  %D%/contact_pile.c \
  %D%/contact_cost.h %D%/contact_cost.c %D%/contact_step.h \
  %D%/contact_step.c %D%/contact_threads.h %D%/contact_threads.c \
  %D%/contact_peer.h %D%/contact_pantin.c $(bench_common)
bench_bench_contact_CPPFLAGS = $(AM_CPPFLAGS) $(ODE_CFLAGS) \
  $(BULLET_CFLAGS) $(SICONOS_CFLAGS) \
  -DBENCH_DATA='"$(abs_top_srcdir)/data"'
bench_bench_contact_LDADD = src/libpantin_all.la $(GSL_LIBS) $(SICONOS_LIBS) \
  $(ODE_LIBS) $(BULLET_LIBS) -lm
if HAVE_SICONOS
bench_bench_contact_SOURCES += %D%/contact_siconos.c
endif
if HAVE_ODE
bench_bench_contact_SOURCES += %D%/contact_ode.c
endif
if HAVE_BULLET
bench_bench_contact_SOURCES += %D%/contact_bullet.cpp
bench_bench_contact_LINK = $(CXXLINK)
else
bench_bench_contact_LINK = $(LINK)
endif

bench_bench_tuning_SOURCES = %D%/tuning.c %D%/tuning_step.h \
  %D%/tuning_step.c %D%/tuning_condition.h %D%/tuning_condition.c \
  $(bench_common)
bench_bench_tuning_CPPFLAGS = $(AM_CPPFLAGS) $(ODE_CFLAGS) \
  -DBENCH_DATA='"$(abs_top_srcdir)/data"'
bench_bench_tuning_LDADD = src/libpantin_all.la $(GSL_LIBS) $(ODE_LIBS) -lm

bench_bench_scale_SOURCES = %D%/scale.c %D%/bench.h %D%/bench.c
bench_bench_scale_LDADD = $(GSL_LIBS) -lm

RESULTS = %D%/results.csv
bench: $(benches) src/programs/pantin-tune src/programs/pantin-joints
	@OPENBLAS_NUM_THREADS=1 QUICK='$(QUICK)' CC='$(CC)' CFLAGS='$(CFLAGS)' \
	  srcdir='$(srcdir)' $(srcdir)/%D%/run.sh '$(RESULTS)' $(benches)
.PHONY: bench
