// SPDX-License-Identifier: Apache-2.0

/// Tables of math_loops.h, in the order in which vectors look numbers up

#ifndef TERCET_ARRAY_KERNEL_MATH_TABLES_H
#define TERCET_ARRAY_KERNEL_MATH_TABLES_H

/// 2^(j/16), rounded, and what rounding took from it
static const double exp_high[16] = {0x1.0000000000000p+0,
                                    0x1.0b5586cf9890fp+0,
                                    0x1.172b83c7d517bp+0,
                                    0x1.2387a6e756238p+0,
                                    0x1.306fe0a31b715p+0,
                                    0x1.3dea64c123422p+0,
                                    0x1.4bfdad5362a27p+0,
                                    0x1.5ab07dd485429p+0,
                                    0x1.6a09e667f3bcdp+0,
                                    0x1.7a11473eb0187p+0,
                                    0x1.8ace5422aa0dbp+0,
                                    0x1.9c49182a3f090p+0,
                                    0x1.ae89f995ad3adp+0,
                                    0x1.c199bdd85529cp+0,
                                    0x1.d5818dcfba487p+0,
                                    0x1.ea4afa2a490dap+0};
static const double exp_low[16] = {0,
                                   0x1.8a62e4adc610bp-54,
                                   -0x1.19041b9d78a76p-55,
                                   0x1.9b07eb6c70573p-54,
                                   0x1.6f46ad23182e4p-55,
                                   0x1.ada0911f09ebcp-55,
                                   0x1.d4397afec42e2p-56,
                                   0x1.6324c054647adp-54,
                                   -0x1.bdd3413b26456p-54,
                                   -0x1.41577ee04992fp-55,
                                   0x1.6e9f156864b27p-54,
                                   0x1.c7c46b071f2bep-56,
                                   0x1.7a1cd345dcc81p-54,
                                   0x1.11065895048ddp-55,
                                   0x1.2ed02d75b3707p-55,
                                   -0x1.e9c23179c2893p-54};

/// c, a multiple of 1/32 near 1 / m, by the first four bits of the fraction of
/// m from 1 to 2.  It is 1 for the first and 1/2 for the last, so that
/// logarithms near 1 lose nothing.
static const double log_inverse[16] = {1.0,
                                       29.0 / 32,
                                       28.0 / 32,
                                       26.0 / 32,
                                       25.0 / 32,
                                       24.0 / 32,
                                       23.0 / 32,
                                       22.0 / 32,
                                       21.0 / 32,
                                       20.0 / 32,
                                       19.0 / 32,
                                       19.0 / 32,
                                       18.0 / 32,
                                       17.0 / 32,
                                       17.0 / 32,
                                       16.0 / 32};

/// -log(c): a multiple of 2^-42, so that it can be added exactly to a multiple
/// of LN2_HIGH, and the rest
static const double log_high[16] = {0x0.0p+0,
                                    0x1.9335e5d594000p-4,
                                    0x1.1178e8227e000p-3,
                                    0x1.a93ed3c8ae000p-3,
                                    0x1.f991c6cb3c000p-3,
                                    0x1.269621134e000p-2,
                                    0x1.522ae0738a000p-2,
                                    0x1.7fafa3bd81000p-2,
                                    0x1.af5295248d000p-2,
                                    0x1.e148a1a272000p-2,
                                    0x1.0ae76e2d05800p-1,
                                    0x1.0ae76e2d05800p-1,
                                    0x1.269621134d800p-1,
                                    0x1.43d9ff2f92000p-1,
                                    0x1.43d9ff2f92000p-1,
                                    0x1.62e42fefa3800p-1};
static const double log_low[16] = {0x0.0p+0,
                                   0x1.3115c3abd47dap-45,
                                   0x1.1ef78ce2d07f2p-45,
                                   -0x1.8724350562169p-45,
                                   -0x1.90d04cd7cc834p-44,
                                   -0x1.1b61f10522625p-44,
                                   0x1.ebe708164c759p-45,
                                   0x1.46fb79bf6d4cbp-44,
                                   -0x1.17cc552774458p-45,
                                   0x1.b36537e3375b2p-44,
                                   -0x1.82de51de06076p-44,
                                   -0x1.82de51de06076p-44,
                                   0x1.c93c1df5bb3b6p-44,
                                   0x1.e267b0b7efae1p-44,
                                   0x1.e267b0b7efae1p-44,
                                   0x1.ef35793c76730p-45};

/// -log2(c)
static const double log2_high[16] = {0x0.0p+0,
                                     0x1.22dadc2ab3497p-3,
                                     0x1.8a8980abfbd32p-3,
                                     0x1.32bfee370ee68p-2,
                                     0x1.6cb0f6865c8eap-2,
                                     0x1.a8ff971810a5ep-2,
                                     0x1.e7df5fe538ab3p-2,
                                     0x1.14c560fe68af9p-1,
                                     0x1.37222bb70747cp-1,
                                     0x1.5b2c3da19723bp-1,
                                     0x1.810fa51bf65fdp-1,
                                     0x1.810fa51bf65fdp-1,
                                     0x1.a8ff971810a5ep-1,
                                     0x1.d338120a6dd9dp-1,
                                     0x1.d338120a6dd9dp-1,
                                     0x1.0000000000000p+0};

/// Parts in which tanh is a polynomial: up to 1/8, four for each power of two
/// above, and from 8 to 9.5, beyond which it is 1; the rest is not used
#define TANH_PARTS 32

// clang-format off

/// A number near the middle of each part, such that its tanh is very nearly a
/// float
static const float tanh_center[TANH_PARTS] = {
    0, 0x1.1ff20ep-3F, 0x1.5ff924p-3F, 0x1.a003bp-3F, 0x1.dff0bcp-3F,
    0x1.1ff652p-2F, 0x1.5feeeap-2F, 0x1.9fefaap-2F, 0x1.dff1cap-2F,
    0x1.1fea7ep-1F, 0x1.5ff3b8p-1F, 0x1.9fef8ap-1F, 0x1.dff95ap-1F,
    0x1.20155cp+0F, 0x1.5fef1ep+0F, 0x1.9fefc4p+0F, 0x1.dfe98p+0F,
    0x1.1fec7ep+1F, 0x1.5ff05ep+1F, 0x1.9feb98p+1F, 0x1.e002cep+1F,
    0x1.1fed18p+2F, 0x1.5fe8bep+2F, 0x1.a21cap+2F, 0x1.db005p+2F,
    0x1.15427p+3F,
};

/// The coefficients of tanh around it
static const float tanh_c[7][TANH_PARTS] = {
    {
        0, 0x1.1e1024p-3F, 0x1.5c8c5ep-3F, 0x1.9a62a6p-3F, 0x1.d757e8p-3F,
        0x1.189aa6p-2F, 0x1.52b38ep-2F, 0x1.8a79f8p-2F, 0x1.bfa2ecp-2F,
        0x1.04f884p-1F, 0x1.314ff6p-1F, 0x1.577ff2p-1F, 0x1.77d528p-1F,
        0x1.9e6b72p-1F, 0x1.c27104p-1F, 0x1.d9c25p-1F, 0x1.e87494p-1F,
        0x1.f4bc72p-1F, 0x1.fbd406p-1F, 0x1.fe75fcp-1F, 0x1.ff6f1ep-1F,
        0x1.ffdf94p-1F, 0x1.fffb9cp-1F, 0x1.ffff72p-1F, 0x1.ffffe8p-1F,
        0x1.fffffep-1F,
    },
    {
        1, 0x1.f602cp-1F, 0x1.f12b9p-1F, 0x1.eb70fep-1F, 0x1.e4e15cp-1F,
        0x1.d98daap-1F, 0x1.c7fc2cp-1F, 0x1.b4048ap-1F, 0x1.9e28b4p-1F,
        0x1.7afb22p-1F, 0x1.49f03p-1F, 0x1.198bf2p-1F, 0x1.d83dd4p-2F,
        0x1.61204ep-2F, 0x1.cedcf8p-3F, 0x1.2680c2p-3F, 0x1.700d5ap-4F,
        0x1.647acp-5F, 0x1.09e80ap-6F, 0x1.896c66p-8F, 0x1.219b02p-9F,
        0x1.035836p-11F, 0x1.18ff4p-14F, 0x1.1bffeep-17F, 0x1.7ff1fp-20F,
        0x1.ffefb4p-24F,
    },
    {
        -0x1.aeda44p-29F, -0x1.187b64p-3F, -0x1.5273ep-3F, -0x1.89e81ap-3F,
        -0x1.be6096p-3F, -0x1.038884p-2F, -0x1.2da55ep-2F, -0x1.4fef5ep-2F,
        -0x1.6a184ep-2F, -0x1.8256f2p-2F, -0x1.897e34p-2F, -0x1.79c73ap-2F,
        -0x1.5aa5e4p-2F, -0x1.1dd33ap-2F, -0x1.973662p-3F, -0x1.1081b8p-3F,
        -0x1.5f2088p-4F, -0x1.5ca312p-5F, -0x1.07bd6p-6F, -0x1.883da6p-8F,
        -0x1.214914p-9F, -0x1.0347a8p-11F, -0x1.18fc6ap-14F, -0x1.1c0abcp-17F,
        -0x1.7fbe38p-20F, -0x1.ff7922p-24F,
    },
    {
        -0x1.555502p-2F, -0x1.3b15ccp-2F, -0x1.2ea56cp-2F, -0x1.202952p-2F,
        -0x1.0fe31cp-2F, -0x1.e92a82p-3F, -0x1.986eeap-3F, -0x1.42882cp-3F,
        -0x1.d74598p-4F, -0x1.bdde72p-5F, 0x1.d5f4p-7F, 0x1.0702cap-4F,
        0x1.842b7p-4F, 0x1.c691bep-4F, 0x1.97eebcp-4F, 0x1.33f918p-4F,
        0x1.a89804p-5F, 0x1.bc48f4p-6F, 0x1.59e736p-7F, 0x1.03e95ap-8F,
        0x1.80d884p-10F, 0x1.594d48p-12F, 0x1.765e24p-15F, 0x1.7a838cp-18F,
        0x1.010448p-20F, 0x1.5518fap-24F,
    },
    {
        -0x1.5145b6p-14F, 0x1.6daaa6p-4F, 0x1.ac6c58p-4F, 0x1.e78d9p-4F,
        0x1.13142ap-3F, 0x1.331c72p-3F, 0x1.4fe0b8p-3F, 0x1.5c45e4p-3F,
        0x1.57fb18p-3F, 0x1.3a5404p-3F, 0x1.e98a98p-4F, 0x1.474e54p-4F,
        0x1.629ba6p-5F, 0x1.a5627ep-9F, -0x1.5da1ep-6F, -0x1.9d2b84p-6F,
        -0x1.55f4b6p-6F, -0x1.942dccp-7F, -0x1.4e8abcp-8F, -0x1.00c62ap-9F,
        -0x1.7f216ep-11F, -0x1.590f2cp-13F, -0x1.7679a6p-16F, -0x1.784ddcp-19F,
        -0x1.06d158p-21F, -0x1.5bbbd4p-25F,
    },
    {
        0x1.14c4aep-3F, 0x1.cbbdb8p-4F, 0x1.a1b478p-4F, 0x1.755544p-4F,
        0x1.43ae42p-4F, 0x1.e3f4bap-5F, 0x1.05a6ecp-5F, 0x1.8665a2p-8F,
        -0x1.19af1ap-6F, -0x1.6424ecp-5F, -0x1.f88af2p-5F, -0x1.00c56ap-4F,
        -0x1.b2c13cp-5F, -0x1.0614d6p-5F, -0x1.37b382p-7F, 0x1.6f16cap-10F,
        0x1.2dc086p-8F, 0x1.04e7e2p-8F, 0x1.f5ef74p-10F, 0x1.93ed7cp-11F,
        0x1.326148p-12F, 0x1.1d795p-14F, 0x1.366b22p-17F, 0x1.37f58ep-20F,
        0x1.7d650ap-23F, 0x1.1f239p-26F,
    },
    {
        -0x1.10860ap-6F, -0x1.ce1eaep+0F, 0x1.0d5e6ap+1F, 0x1.f9eb96p+1F,
        -0x1.95a9bp+0F, -0x1.6214ep-4F, 0x1.0db7bep-5F, -0x1.6ad43cp-4F,
        0x1.5a7f8p-4F, -0x1.11484p-5F, -0x1.074cd2p-7F, 0x1.43557p-8F,
        0x1.f3904p-7F, 0x1.2f1186p-6F, 0x1.673a8p-7F, 0x1.0966fcp-8F,
        0x1.449f8ap-11F, -0x1.7a65aap-11F, -0x1.1d2812p-11F, -0x1.ff7328p-13F,
        -0x1.91e6cep-14F, -0x1.77daeep-16F, -0x1.990cdcp-19F, -0x1.d7da3cp-22F,
        -0x1.38ed38p-26F, -0x1.2725fep-28F,
    },
};

// clang-format on

#endif // TERCET_ARRAY_KERNEL_MATH_TABLES_H
