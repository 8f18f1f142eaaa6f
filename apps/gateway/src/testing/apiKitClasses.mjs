// Loaded without their types: those of older versions make every address of
// viem a plain string, in the whole project.
export {
  createSafeClient,
  offChainMessages,
} from '@safe-global/sdk-starter-kit'
export { default as ApiKit2 } from 'api-kit-2'
export { default as ApiKit3 } from 'api-kit-3'
export { default as ApiKit4 } from 'api-kit-4'
export { default as ApiKit5 } from 'api-kit-5'
