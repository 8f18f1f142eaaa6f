import type { Attack } from '../target.js'
import { spelledFiles } from './files.js'
import {
  largeCalldataLists,
  largeMessageLists,
  largeMessages,
  newLargeMessages,
} from './lists.js'
import { largeBodies, unknownContracts } from './lookups.js'
import {
  badSignatures,
  contractOwnerProposals,
  farNonces,
  forgedProposals,
  nestedProposals,
} from './proposals.js'
import { malformedPaths, wrongHosts } from './requests.js'
import { rpcDoor } from './rpcDoor.js'
import {
  freshQueries,
  otherSafes,
  overviews,
  unknownSafes,
  watches,
} from './safes.js'
import { serviceBodies, serviceLists } from './service.js'
import {
  authNonces,
  badConfirmations,
  badMessages,
  costlyTexts,
  manyDelegates,
} from './writes.js'

/** Everything a stranger can ask; each comes as often as any other. */
export const attacks: readonly Attack[] = [
  largeMessageLists,
  largeMessages,
  largeCalldataLists,
  newLargeMessages,
  spelledFiles,
  unknownSafes,
  otherSafes,
  watches,
  overviews,
  freshQueries,
  rpcDoor,
  forgedProposals,
  contractOwnerProposals,
  nestedProposals,
  farNonces,
  badSignatures,
  badMessages,
  badConfirmations,
  manyDelegates,
  authNonces,
  costlyTexts,
  unknownContracts,
  largeBodies,
  serviceLists,
  serviceBodies,
  wrongHosts,
  malformedPaths,
]
