import { readSignature, type Type } from './abi.js'
import { fromText, toHex } from './bytes.js'
import { keccak256 } from './keccak.js'

/** What safes are asked most often, written by hand: no list of a server. */
const signatures = `
transfer(address,uint256)
transferFrom(address,address,uint256)
approve(address,uint256)
increaseAllowance(address,uint256)
decreaseAllowance(address,uint256)
increaseApproval(address,uint256)
approveAndCall(address,uint256,bytes)
transferAndCall(address,uint256,bytes)
permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
setApprovalForAll(address,bool)
authorizeOperator(address)
setOperator(address,bool)
safeTransferFrom(address,address,uint256)
safeTransferFrom(address,address,uint256,bytes)
safeTransferFrom(address,address,uint256,uint256,bytes)
safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
mint(address,uint256)
burn(uint256)
burn(address,uint256)
deposit()
withdraw(uint256)
deposit(uint256,address)
withdraw(uint256,address,address)
redeem(uint256,address,address)
supply(address,uint256,address,uint16)
borrow(address,uint256,uint256,uint16,address)
repay(address,uint256,uint256,address)
claim()
claim(address)
delegate(address)
vote(uint256,bool)
castVote(uint256,uint8)
multicall(bytes[])
multicall(uint256,bytes[])
upgradeTo(address)
upgradeToAndCall(address,bytes)
changeAdmin(address)
transferOwnership(address)
acceptOwnership()
renounceOwnership()
grantRole(bytes32,address)
revokeRole(bytes32,address)
pause()
unpause()
execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)
execTransactionFromModule(address,uint256,bytes,uint8)
approveHash(bytes32)
signMessage(bytes)
addOwnerWithThreshold(address,uint256)
removeOwner(address,address,uint256)
swapOwner(address,address,address)
changeThreshold(uint256)
enableModule(address)
disableModule(address,address)
setGuard(address)
setModuleGuard(address)
setFallbackHandler(address)
changeMasterCopy(address)
setup(address[],uint256,address,bytes,address,address,uint256,address)
migrateSingleton()
migrateWithFallbackHandler()
migrateL2Singleton()
migrateL2WithFallbackHandler()
migrateToL2(address)
multiSend(bytes)
createProxyWithNonce(address,bytes,uint256)
createProxyWithCallback(address,bytes,uint256,address)
addDelegate(address)
setAllowance(address,address,uint96,uint16,uint32)
deleteAllowance(address,address)
performCreate(uint256,bytes)
performCreate2(uint256,bytes,bytes32)
`

export type Method = {
  signature: string
  name: string
  types: readonly Type[]
}

const methods = new Map(
  signatures
    .trim()
    .split('\n')
    .map((signature): [string, Method] => [
      toHex(keccak256(fromText(signature)).slice(0, 4)),
      { signature, ...readSignature(signature) },
    ]),
)

export function findMethod(selector: string): Method | undefined {
  return methods.get(selector)
}
