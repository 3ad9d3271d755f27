# SPDX-License-Identifier: GPL-3.0-or-later
chain_datadir = $(pkgdatadir)/chain
dist_chain_data_DATA = \
  %D%/chain/2a.cfg \
  %D%/chain/2b.cfg \
  %D%/chain/2c.cfg \
  %D%/chain/2d.cfg \
  %D%/chain/3a.cfg \
  %D%/chain/3b.cfg \
  %D%/chain/3c.cfg \
  %D%/chain/4a.cfg \
  %D%/chain/4b.cfg \
  %D%/chain/4c.cfg \
  %D%/chain/5b.cfg \
  %D%/chain/catenary.cfg \
  %D%/chain/necklace.cfg
