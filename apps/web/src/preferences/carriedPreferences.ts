import { appearance } from './appearance.js'
import { environment } from './environment.js'
import { mergeLabels, movementLabels } from './movementLabels.js'
import { picturePreferences } from './pictures.js'
import type { Preference } from './preference.js'
import { mergeSafeApps, safeAppPreferences } from './safeApps.js'
import { security, strengthenSecurity } from './security.js'
import { checkThemeChoice, readThemeChoice, writeThemeChoice } from './theme.js'
import { type TokenPreferences, tokenPreferences } from './tokens.js'

/** What goes from one browser to another in a data file. */
type Carried<Value> = {
  read(): Value
  /** The value if it is one of this kind. */
  check(value: unknown): Value | undefined
  /** Adds to what is here, or takes its place. */
  apply(value: unknown, options: { isMerge: boolean }): void
}

/**
 * A file never weakens this browser, in either mode: it can switch a
 * protection on and not off, it gives no app a permission, and it names no
 * server (`environment` is shown and not taken), so that the endpoints that
 * answers are compared with stay.
 */
export const carriedPreferences = {
  theme: carry(
    { read: readThemeChoice, check: checkThemeChoice },
    writeThemeChoice,
  ),
  appearance: carry(appearance, appearance.write),
  environment: carry(environment, () => {}),
  security: carry(security, (added) =>
    security.write(strengthenSecurity(security.read(), added)),
  ),
  tokens: carry(tokenPreferences, (added, isMerge) => {
    const here = tokenPreferences.read()
    tokenPreferences.write({
      ...added,
      trustedOnly: added.trustedOnly || here.trustedOnly,
      hidden: mergeHidden(isMerge ? here.hidden : [], added.hidden),
    })
  }),
  pictures: carry(picturePreferences, (added) => {
    if (!added.loadRemote) picturePreferences.write(added)
  }),
  safeApps: carry(safeAppPreferences, (added, isMerge) => {
    const here = safeAppPreferences.read()
    const kept = isMerge ? here : { ...here, pinned: [], custom: [] }
    safeAppPreferences.write(mergeSafeApps(kept, added))
  }),
  movementLabels: carry(movementLabels, (added, isMerge) =>
    movementLabels.write(
      mergeLabels(isMerge ? movementLabels.read() : [], added),
    ),
  ),
}

type Entries = typeof carriedPreferences

/** Whatever of them a file has. */
export type CarriedValues = {
  [Name in keyof Entries]?: ReturnType<Entries[Name]['check']>
}

export function readCarried(): Record<string, unknown> {
  return mapEntries(({ read }) => read())
}

/** A part that is wrong is left out, the rest is taken. */
export function checkCarried(part: Record<string, unknown>): CarriedValues {
  return mapEntries(({ check }, name) => check(part[name]))
}

export function applyCarried(
  values: CarriedValues,
  options: { isMerge: boolean },
): void {
  const given: Record<string, unknown> = values
  mapEntries(({ apply }, name) => apply(given[name], options))
}

function mapEntries(
  toValue: (entry: Carried<unknown>, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(carriedPreferences).map(([name, entry]) => [
      name,
      toValue(entry, name),
    ]),
  )
}

function carry<Value>(
  { read, check }: Pick<Preference<Value>, 'read' | 'check'>,
  write: (value: Value, isMerge: boolean) => void,
): Carried<Value> {
  return {
    read,
    check,
    apply(value, { isMerge }) {
      const checked = check(value)
      if (checked !== undefined) write(checked, isMerge)
    },
  }
}

function mergeHidden(
  tokens: TokenPreferences['hidden'],
  added: TokenPreferences['hidden'],
): TokenPreferences['hidden'] {
  const toKey = ({ chainId, address }: (typeof tokens)[number]) =>
    `${chainId}:${address}`
  return [
    ...new Map(
      [...tokens, ...added].map((token) => [toKey(token), token]),
    ).values(),
  ]
}
