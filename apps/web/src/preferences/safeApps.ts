import * as z from 'zod/mini'
import { definePreference } from './preference.js'

/** An app that somebody added here by its address. */
const customApp = z.object({
  url: z.string().check(z.maxLength(2000)),
  name: z.string().check(z.maxLength(200)),
  description: z.string().check(z.maxLength(1000)),
})
export type CustomApp = z.output<typeof customApp>

/** What somebody answered to an app that asked for something. */
const answer = z.object({
  /** The app is anything that comes from there, whatever it calls itself. */
  origin: z.string().check(z.maxLength(300)),
  /** `requestAddressBook`, or a feature of the browser. */
  what: z.string().check(z.maxLength(60)),
  isGranted: z.boolean(),
  /** Milliseconds. */
  at: z.number(),
})
export type AppAnswer = z.output<typeof answer>

const schema = z.object({
  /** Addresses of apps that stand first. */
  pinned: z.readonly(z.array(z.string())),
  custom: z.readonly(z.array(customApp)),
  /** Origins that nobody vouches for and that were opened nevertheless. */
  accepted: z.readonly(z.array(z.string())),
  answers: z.readonly(z.array(answer)),
})
export type SafeAppPreferences = z.output<typeof schema>

export const safeAppPreferences = definePreference({
  name: 'safeApps',
  schema,
  fallback: { pinned: [], custom: [], accepted: [], answers: [] },
})

function change(
  changed: (before: SafeAppPreferences) => Partial<SafeAppPreferences>,
): void {
  const before = safeAppPreferences.read()
  safeAppPreferences.write({ ...before, ...changed(before) })
}

export function togglePin(url: string): void {
  change(({ pinned }) => ({
    pinned: pinned.includes(url)
      ? pinned.filter((one) => one !== url)
      : [...pinned, url],
  }))
}

export function addCustomApp(app: CustomApp): void {
  change(({ custom }) => ({
    custom: [...custom.filter(({ url }) => url !== app.url), app],
  }))
}

export function removeCustomApp(url: string): void {
  change(({ custom, pinned }) => ({
    custom: custom.filter((one) => one.url !== url),
    pinned: pinned.filter((one) => one !== url),
  }))
}

export function acceptOrigin(origin: string): void {
  change(({ accepted }) => ({ accepted: [...new Set([...accepted, origin])] }))
}

export function saveAnswer(given: AppAnswer): void {
  change(({ answers }) => ({
    answers: [
      ...answers.filter(
        ({ origin, what }) => origin !== given.origin || what !== given.what,
      ),
      given,
    ],
  }))
}

/**
 * What was answered here holds, and a file adds refusals only: an app gets
 * something when it asks here and somebody allows it.
 */
export function mergeSafeApps(
  here: SafeAppPreferences,
  added: SafeAppPreferences,
): SafeAppPreferences {
  const isNew = ({ url }: CustomApp) =>
    !here.custom.some((one) => one.url === url)
  return {
    pinned: [...new Set([...here.pinned, ...added.pinned])],
    custom: [...here.custom, ...added.custom.filter(isNew)],
    accepted: here.accepted,
    answers: [
      ...here.answers,
      ...added.answers.filter(
        (one) => !one.isGranted && !findAnswer(here, one),
      ),
    ],
  }
}

/** The app is asked for again as if it had never been seen. */
export function forgetOrigin(origin: string): void {
  change(({ answers, accepted }) => ({
    answers: answers.filter((one) => one.origin !== origin),
    accepted: accepted.filter((one) => one !== origin),
  }))
}

export function findAnswer(
  { answers }: Pick<SafeAppPreferences, 'answers'>,
  { origin, what }: Pick<AppAnswer, 'origin' | 'what'>,
): AppAnswer | undefined {
  return answers.find((one) => one.origin === origin && one.what === what)
}
