import type { SettingsMeaning } from '../intent.js'
import { listWords, nouns, writeCount } from '../language.js'
import { own, type Parts, to, toward } from './parts.js'
import type { MovedSide, Reported, Words } from './telling.js'

/** What no bytes are at hand for. */
export function tellReported(
  intent: Exclude<Reported, SettingsMeaning>,
): Parts {
  switch (intent.kind) {
    case 'receive': {
      const amount = intent.moved && own(intent.moved)
      return isNobody(intent.from)
        ? { object: ['Minted'], amount }
        : { object: ['Received'], amount, ...toward('from', intent.from) }
    }
    case 'sendSomething':
      return { verb: 'Send', ...to(intent.to) }
    case 'createdBy':
      return { object: ['Safe created'], ...toward('by', intent.creator) }
    case 'changeSomething':
      return { verb: 'Change', object: ['a setting of the safe'] }
    case 'approveSomething':
      return {
        verb: 'Approve',
        object: ['a transaction'],
        ...toward('of safe', intent.safe),
      }
    case 'batchOf':
      return { object: [`Batch of ${writeCount(intent.count, nouns.call)}`] }
    case 'callSomething':
      return {
        verb: 'Call',
        object: ['contract'],
        ...toward('', intent.to),
      }
    case 'moved':
      return tellSides(intent)
    case 'callMoved':
      return tellCall(intent)
    case 'other':
      return { object: [intent.text] }
  }
}

type Told<Kind> = Extract<Reported, { kind: Kind }>

function tellCall(intent: Told<'callMoved'>): Parts {
  const { method, outgoing, incoming } = intent
  return {
    verb: 'Call',
    object: [method ?? 'contract'],
    ...toward(method === undefined ? '' : 'of', intent.to),
    rest: [...tellAfter('sent', outgoing), ...tellAfter('received', incoming)],
  }
}

function tellSides({
  outgoing,
  incoming,
  others,
  calls = 0,
}: Told<'moved'>): Parts {
  const [main, verb] =
    outgoing.sums.length > 0
      ? [outgoing, 'Send' as const]
      : [incoming, undefined]
  const [sum, ...more] = main.sums
  const isOne = sum && more.length === 0 && isAmount(sum)
  const { parties } = main
  const [party, ...further] = Array.isArray(parties) ? parties : []
  const isOfOne = party !== undefined && further.length === 0
  const isMinted = !verb && isOfOne && isNobody(party)
  return {
    ...(verb ? { verb } : {}),
    object: [
      ...(verb ? [] : [isMinted ? 'Minted' : 'Received']),
      ...(isOne ? [] : [...(verb ? [] : [' ']), ...tellSums(main)]),
    ],
    amount: isOne ? own(sum.moved) : undefined,
    ...(isOfOne && !isMinted && toward(verb ? 'to' : 'from', party)),
    rest: [
      ...(isOfOne ? [] : tellParties(main, verb ? 'to' : 'from')),
      ...(verb ? tellAfter('received', incoming) : []),
      ...(others > 0 ? [`, and ${writeCount(others, otherCall)}`] : []),
      ...(calls > 1
        ? [`, in a batch of ${writeCount(calls, nouns.call)}`]
        : []),
    ],
  }
}

const otherCall = { one: 'other call', other: 'other calls' } as const

function tellAfter(verb: 'sent' | 'received', side: MovedSide): Words {
  if (side.sums.length === 0) return []
  const { parties } = side
  const [party] = Array.isArray(parties) ? parties : []
  if (verb === 'received' && party && isNobody(party))
    return [', minted ', ...tellSums(side)]
  const relation = verb === 'sent' ? 'to' : 'from'
  return [`, ${verb} `, ...tellSums(side), ...tellParties(side, relation)]
}

/** What is minted comes from the zero address. */
function isNobody(address: string): boolean {
  return BigInt(address) === 0n
}

function tellParties({ parties }: MovedSide, relation: 'to' | 'from'): Words {
  if (parties === undefined) return []
  if (typeof parties === 'number')
    return [
      ` ${relation} ${writeCount(parties, relation === 'to' ? nouns.recipient : sender)}`,
    ]
  const [only] = parties
  return only ? [` ${relation} `, { party: only }] : []
}

const sender = { one: 'sender', other: 'senders' } as const

type Sum = MovedSide['sums'][number]

function isAmount({ moved, count }: Sum): boolean {
  return !('items' in moved) || count === 1
}

function tellSums({ sums }: MovedSide): Words {
  return listWords(
    sums.map((sum) =>
      isAmount(sum) || !('items' in sum.moved)
        ? own(sum.moved).words
        : [
            `${writeCount(sum.count, nouns.collectible)} of `,
            { party: sum.moved.collection },
          ],
    ),
  )
}
