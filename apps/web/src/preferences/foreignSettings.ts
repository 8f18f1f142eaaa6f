import { type Address, checksumAddress } from 'viem'
import * as z from 'zod/mini'
import { appearance } from './appearance.js'
import type { ImportedData } from './importedData.js'
import { tokenPreferences } from './tokens.js'

/** The settings of the ecosystem's files, as far as there are such here. */
const settings = z.object({
  currency: z.optional(z.string()),
  shortName: z.optional(z.object({ copy: z.optional(z.boolean()) })),
  theme: z.optional(z.object({ darkMode: z.optional(z.boolean()) })),
  hiddenTokens: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** Undefined where there is none of them. */
export function readForeignSettings(value: unknown): ImportedData['own'] {
  const parsed = z.safeParse(settings, value)
  if (!parsed.success) return undefined
  const { currency, shortName, theme, hiddenTokens } = parsed.data
  const isAny = [currency, shortName?.copy, theme?.darkMode, hiddenTokens].some(
    (one) => one !== undefined,
  )
  if (!isAny) return undefined
  const present = appearance.read()
  return {
    theme:
      theme?.darkMode === undefined
        ? undefined
        : theme.darkMode
          ? 'dark'
          : 'light',
    appearance: appearance.check({
      currency: currency?.toLowerCase() ?? present.currency,
      copyPrefix: shortName?.copy ?? present.copyPrefix,
    }),
    tokens: hiddenTokens && {
      ...tokenPreferences.read(),
      hidden: listHidden(hiddenTokens),
    },
  }
}

function listHidden(byChain: Record<string, string[]>) {
  return Object.entries(byChain).flatMap(([chainText, addresses]) => {
    const chainId = Number(chainText)
    if (!Number.isSafeInteger(chainId) || chainId < 1) return []
    return addresses
      .filter((text): text is Address => /^0x[0-9a-fA-F]{40}$/.test(text))
      .map((address) => ({ chainId, address: checksumAddress(address) }))
  })
}
