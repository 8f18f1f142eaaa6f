import type { Address } from 'viem'
import { type News, newsRecords } from '../preferences/notices.js'
import { mostNotices } from './notices.js'

type Found = Pick<News, 'about' | 'id' | 'nonce' | 'told'>

/**
 * Keeps one entry for each transaction, which goes on from waiting to
 * executed. Answers with those that say something new.
 */
export async function keepNews(
  place: { chainId: number; safe: Address },
  found: readonly Found[],
): Promise<{ name: string; news: News }[]> {
  const kept: { name: string; news: News }[] = []
  for (const one of found) {
    const name = `${place.chainId}:${place.safe}:${one.id ?? one.about}`
    const before =
      one.id === undefined ? undefined : await newsRecords.read(name)
    if (before && !isLater(one, before)) continue
    const news = { ...place, ...one, time: Date.now() }
    await newsRecords.write(name, news)
    kept.push({ name, news })
  }
  const all = await newsRecords.list()
  const old = all.sort((a, b) => b.value.time - a.value.time).slice(mostNotices)
  for (const { name } of old) await newsRecords.remove(name)
  return kept
}

/** The order in which a transaction goes through them. */
const stages: readonly News['about'][] = [
  'queue',
  'waits',
  'executable',
  'history',
  'executed',
]

function isLater(one: Found, before: Found): boolean {
  return findStage(one) > findStage(before)
}

function findStage({ about }: Found): number {
  return stages.indexOf(about === 'failed' ? 'executed' : about)
}
