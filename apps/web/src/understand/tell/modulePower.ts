import { identifyAllowanceModule } from '@covault/protocol'
import type { ContractFacts } from '../../trust/contracts.js'

/**
 * What the modules of a safe can do. Only code that is recognised can do less
 * than everything.
 */
export function writeModulePower(
  chainId: number,
  modules: readonly Pick<ContractFacts, 'address' | 'codeHash'>[] | undefined,
): string {
  const isLimits =
    modules !== undefined &&
    modules.length > 0 &&
    modules.every((one) => identifyAllowanceModule({ chainId, ...one }))
  return `can ${isLimits ? 'pay out the spending limits' : 'move everything'} without signatures`
}
