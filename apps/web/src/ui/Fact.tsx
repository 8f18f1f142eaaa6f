import type { ReactNode } from 'react'

/** One line of a list of facts; the list says how its lines look. */
export function Fact({
  name,
  title,
  children,
}: {
  name: string
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  )
}
