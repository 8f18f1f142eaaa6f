/** Every page of the example, and what its manifest says. */
export const pages = [
  {
    folder: '',
    name: 'Example app',
    description:
      'For developers: a button for every method of the Safe Apps SDK, with its reply.',
  },
  {
    folder: 'wagmi/',
    name: 'Wagmi example',
    description:
      'A sample app for developers: it connects through the Safe connector of the wagmi library.',
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
