# SPDX-License-Identifier: GPL-3.0-or-later
# make bench: Pantin beside its peers on the same work, in one run. Built on
# demand; peers that are not installed are left out and named. BLAS keeps to
# one thread, which is faster for fronts as small as these.
benches = %D%/bench_chain
EXTRA_PROGRAMS += $(benches)
CLEANFILES += $(benches)

bench_bench_chain_SOURCES = %D%/chain.c %D%/measure.h %D%/measure.c \
  %D%/peer.h %D%/peer.c
bench_bench_chain_CPPFLAGS = $(AM_CPPFLAGS) $(IPOPT_CFLAGS) $(NLOPT_CFLAGS)
bench_bench_chain_LDADD = src/libpantin.la $(GSL_LIBS) $(IPOPT_LIBS) \
  $(NLOPT_LIBS) -lm
if HAVE_IPOPT
bench_bench_chain_SOURCES += %D%/peer_ipopt.c
endif
if HAVE_NLOPT
bench_bench_chain_SOURCES += %D%/peer_nlopt.c
endif

bench: $(benches)
	@for bench in $(benches); do \
	  OPENBLAS_NUM_THREADS=1 $$bench || exit 1; done
.PHONY: bench
