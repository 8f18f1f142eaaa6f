// What comes after the document has begun to stand; see Review.
export { RawData } from '../../components/transaction/RawData.js'
export { NonceField } from './NonceField.js'
export { NoteField } from './NoteField.js'
export { PinnedNames } from './PinnedNames.js'
export { ProposedBy } from './ProposedBy.js'
export { Refund } from './Refund.js'
export { SettingsSection } from './SettingsSection.js'
export { SimulationSection } from './SimulationSection.js'
