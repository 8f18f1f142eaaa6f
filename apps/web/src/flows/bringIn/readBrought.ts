import { findChainByShortName } from '@covault/protocol'
import {
  type Carried,
  type FrameCollector,
  readCollected,
  readPasted,
} from '@covault/protocol/envelope'
import type { ChainConfig } from '../../trust/chainClient.js'

/** Those of this gateway, which no release may know. */
type Networks = readonly Pick<ChainConfig, 'chainId' | 'shortName'>[]

/** What a text carries that was pasted, dropped, opened or seen. */
export function readBrought(
  text: string,
  networks: Networks,
): Promise<Carried[]> {
  return readPasted(text, {
    findChainId: (name) =>
      (
        networks.find(({ shortName }) => shortName === name) ??
        findChainByShortName(name)
      )?.chainId,
  })
}

/** What one code in the view of a camera adds. */
export async function readSeen(
  text: string,
  { collector, networks }: { collector: FrameCollector; networks: Networks },
): Promise<{ carried: Carried[] } | { share: number }> {
  if (!/^ur:/i.test(text)) return { carried: await readBrought(text, networks) }
  const result = collector.add(text)
  if (result.status === 'refused') throw result.reason
  if (result.status === 'collecting') return { share: result.share }
  return { carried: await readCollected(result.payload) }
}
