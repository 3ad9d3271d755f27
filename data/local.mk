# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
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
  %D%/chain/lantern.cfg \
  %D%/chain/necklace.cfg

joints_datadir = $(pkgdatadir)/joints
dist_joints_data_DATA = \
  %D%/joints/arm-line.cfg \
  %D%/joints/arm.cfg \
  %D%/joints/axle.cfg \
  %D%/joints/bricard.cfg \
  %D%/joints/bridge.cfg \
  %D%/joints/chain-10.cfg \
  %D%/joints/chain-1000.cfg \
  %D%/joints/cosine-wire.cfg \
  %D%/joints/differential.cfg \
  %D%/joints/double-pendulum.cfg \
  %D%/joints/four-bar.cfg \
  %D%/joints/knee.cfg \
  %D%/joints/pendulum.cfg \
  %D%/joints/puppet-box.cfg \
  %D%/joints/puppet-caught.cfg \
  %D%/joints/puppet.cfg \
  %D%/joints/ring-10.cfg \
  %D%/joints/ring-6.cfg \
  %D%/joints/slider-crank.cfg \
  %D%/joints/star.cfg \
  %D%/joints/top.cfg \
  %D%/joints/tree.cfg \
  %D%/joints/tumbling.cfg

contact_datadir = $(pkgdatadir)/contact
dist_contact_data_DATA = \
  %D%/contact/avalanche.cfg \
  %D%/contact/balls-350.cfg \
  %D%/contact/balls-50.cfg \
  %D%/contact/heavy-on-light.cfg \
  %D%/contact/light-ball.cfg \
  %D%/contact/mixed-sizes.cfg \
  %D%/contact/stack-5.cfg \
  %D%/contact/stack-7.cfg

tuning_datadir = $(pkgdatadir)/tuning
dist_tuning_data_DATA = \
  %D%/tuning/falling-chain.cfg \
  %D%/tuning/marbles.cfg \
  %D%/tuning/tripods.cfg \
  %D%/tuning/wall.cfg

lcp_datadir = $(pkgdatadir)/lcp
dist_lcp_data_DATA = \
  %D%/lcp/art-350.cfg \
  %D%/lcp/art-350.lcp \
  %D%/lcp/art-50.cfg \
  %D%/lcp/art-50.lcp \
  %D%/lcp/exact-350.cfg \
  %D%/lcp/exact-350.lcp \
  %D%/lcp/exact-50.cfg \
  %D%/lcp/exact-50.lcp \
  %D%/lcp/heavy-on-light.cfg \
  %D%/lcp/heavy-on-light.lcp \
  %D%/lcp/mid-350.cfg \
  %D%/lcp/mid-350.lcp \
  %D%/lcp/mid-50.cfg \
  %D%/lcp/mid-50.lcp \
  %D%/lcp/stack-5.cfg \
  %D%/lcp/stack-5.lcp \
  %D%/lcp/stack-7.cfg \
  %D%/lcp/stack-7.lcp

robots_datadir = $(pkgdatadir)/robots
dist_robots_data_DATA = \
  %D%/robots/arm.urdf \
  %D%/robots/humanoid.xml \
  %D%/robots/quadruped.xml
