/**
 * Addresses at which Safe publishes code that may run as the safe itself. Kept
 * here by hand, apart from every other list, so that one mistake is not two.
 */
export const publishedLibraries: Readonly<Record<string, string>> = {
  '0x8D29bE29923b68abfDD21e541b9374737B49cdAD': 'MultiSend 1.1.1',
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761': 'MultiSend 1.3.0',
  '0x998739BFdAAdde7C933B942a68053933098f9EDa': 'MultiSend 1.3.0',
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D': 'MultiSendCallOnly 1.3.0',
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B': 'MultiSendCallOnly 1.3.0',
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526': 'MultiSend 1.4.1',
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2': 'MultiSendCallOnly 1.4.1',
  '0x218543288004CD07832472D464648173c77D7eB7': 'MultiSend 1.5.0',
  '0xA83c336B20401Af773B6219BA5027174338D1836': 'MultiSendCallOnly 1.5.0',
  '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2': 'SignMessageLib 1.3.0',
  '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9': 'SignMessageLib 1.4.1',
  '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa': 'SignMessageLib 1.5.0',
  '0x7cbB62EaA69F79e6873cD1ecB2392971036cFAa4': 'CreateCall 1.3.0',
  '0x9b35Af71d77eaf8d7e40252370304687390A1A52': 'CreateCall 1.4.1',
  '0x2Ef5ECfbea521449E4De05EDB1ce63B75eDA90B4': 'CreateCall 1.5.0',
  '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6': 'SafeMigration 1.4.1',
  '0xfF83F6335d8930cBad1c0D439A841f01888D9f69': 'SafeToL2Migration 1.4.1',
  '0x6439e7ABD8Bb915A5263094784C5CF561c4172AC': 'SafeMigration 1.5.0',
}

/** Code that a new safe may be made of, and handlers it may begin with. */
export const publishedSafes: ReadonlySet<string> = new Set([
  '0xb6029EA3B2c51D09a50B53CA8012FeEB05bDa35A',
  '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
  '0x6851D6fDFAfD08c0295C392436245E5bc78B0185',
  '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552',
  '0x69f4D1788e39c87893C980c06EdF4b7f686e2938',
  '0x3E5c63644E683549055b9Be8653de26E0B4CD36E',
  '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA',
  '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  '0xFf51A5898e281Db6DfC7855790607438dF2ca44b',
  '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e',
])

export const publishedHandlers: ReadonlySet<string> = new Set([
  '0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44',
  '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
  '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804',
  '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
])

/** SafeToL2Setup, which ordinary creations run. */
export const publishedSetups: ReadonlySet<string> = new Set([
  '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54',
  '0x900C7589200010D6C6eCaaE5B06EBe653bc2D82a',
])
