import { demandWords } from '../../words/demands.js'

/** The id of what is to be said where the gateway alone is asked. */
export const gatewayAlone = 'gateway-alone'

type SourceDemand = { id: string; kind: 'tick'; words: string }

/** Where nobody but the gateway says what the chain holds. */
export function listSourceDemands(isGatewayAlone: boolean): SourceDemand[] {
  if (!isGatewayAlone) return []
  return [
    {
      id: gatewayAlone,
      kind: 'tick',
      words: demandWords.gatewayAlone,
    },
  ]
}
