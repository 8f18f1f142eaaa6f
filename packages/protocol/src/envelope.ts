export type {
  Carried,
  CarriedForm,
  CarriedMessage,
  CarriedSignatures,
  CarriedTransaction,
  ClaimedSignature,
  StatedPlace,
} from './envelope/carried.js'
export { readCollected, writeBareCodes, writeCodes } from './envelope/codes.js'
export { TransactionBuilderFileError } from './envelope/forms/transactionList.js'
export { mostCharacters, TooLargeError } from './envelope/jsonText.js'
export { readValue } from './envelope/readEnvelope.js'
export { type FindChainId, UnknownNetworkError } from './envelope/readLink.js'
export { readPasted } from './envelope/readPasted.js'
export type { Frames } from './envelope/ur/encodeFrames.js'
export {
  createFrameCollector,
  type FrameCollector,
  type FrameResult,
} from './envelope/ur/frameCollector.js'
export {
  type CheckedSignature,
  ForgedSignerError,
  type KnownPlace,
  OtherNetworkError,
  OtherSafeError,
  StatedHashError,
  UndeterminedVersionError,
  UnnamedNetworkError,
  UnnamedSafeError,
  type VerifiedCarried,
  verifyCarried,
  verifyCarriedSignatures,
} from './envelope/verifyCarried.js'
export {
  type CarriedSignable,
  type Envelope,
  type Parcel,
  toEnvelope,
  writeEnvelope,
  writeEnvelopes,
  writeTypedData,
} from './envelope/writeEnvelope.js'
export {
  longestLink,
  NoMessageLinkError,
  writeEternalSafeLink,
  writeLink,
  writeLocalsafeLink,
} from './envelope/writeLink.js'
