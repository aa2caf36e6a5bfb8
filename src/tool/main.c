// SPDX-License-Identifier: Apache-2.0

#include <tercet/tercet.h>

#include <stdio.h>

int
main(void)
{
  puts(tercet_version());
  return 0;
}
