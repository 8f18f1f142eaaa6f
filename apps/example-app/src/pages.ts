/** Every page of the example, and what its manifest says. */
export const pages = [
  {
    folder: '',
    name: 'Example app',
    description: 'Tries every method of the Safe Apps SDK: one button each.',
  },
  {
    folder: 'wagmi/',
    name: 'Wagmi example',
    description: 'A dapp that connects through wagmi’s Safe connector.',
    // A host asks before it grants one of them; others it never grants.
    safe_apps_permissions: ['clipboard-write', 'camera'],
  },
  {
    folder: 'sdk6/',
    name: 'Example of SDK 6',
    description: 'The methods of the Safe Apps SDK in its version 6.',
  },
  {
    folder: 'sdk7/',
    name: 'Example of SDK 7',
    description: 'The methods of the Safe Apps SDK in its version 7.',
  },
  {
    folder: 'sdk8/',
    name: 'Example of SDK 8',
    description: 'The methods of the Safe Apps SDK in its version 8.',
  },
] as const
