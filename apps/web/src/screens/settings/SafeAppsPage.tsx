import { EmptyState } from '../../ui/EmptyState.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'

export function SafeAppsPage() {
  return (
    <section aria-labelledby="permissions">
      <SectionHead
        id="permissions"
        title="Permissions of Safe Apps"
        note="by the address they come from"
      />
      <EmptyState
        picture={<Seal address="0x07" state="open" size={72} />}
        title="No app has asked for anything."
      >
        An app that wants to see your address book must ask. What you answer
        stands here and can be taken back.
      </EmptyState>
    </section>
  )
}
