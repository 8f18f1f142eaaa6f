import type { SecondSource } from '../../trust/chainClient.js'
import { type ContractFacts, readContracts } from '../../trust/contracts.js'
import type { FieldCheck } from '../../trust/fieldCheck.js'

/**
 * What the calls do was told with one node's word about the code and the
 * decimals of their targets. Only what another denies is told here.
 */
export async function compareContracts(
  contracts: readonly ContractFacts[],
  second: SecondSource | undefined,
): Promise<FieldCheck[]> {
  if (!second || contracts.length === 0) return []
  const addresses = contracts.map((one) => one.address)
  // One that is silent is named by the check itself.
  const twins = await readContracts(second.client, addresses).catch(
    () => undefined,
  )
  if (!twins) return []
  return contracts.flatMap((one): FieldCheck[] => {
    const here = describeContract(one)
    const value = describeContract(
      twins.find(({ address }) => address === one.address),
    )
    if (here === value) return []
    return [
      {
        fact: 'contracts',
        field: `Contract ${one.address}, at the second RPC endpoint`,
        status: 'differs',
        here,
        claim: { by: 'second', value },
        provenance: one.provenance,
      },
    ]
  })
}

function describeContract(facts: ContractFacts | undefined): string {
  if (!facts) return 'unknown'
  const { codeHash, kind, token } = facts
  return [
    codeHash === null ? 'no code' : `code ${codeHash}`,
    kind,
    token && `${token.decimals} decimals`,
  ]
    .filter(Boolean)
    .join(', ')
}
