/** Where all characters do not fit in a line, they break in the middle. */
export function WholeAddress({ address }: { address: string }) {
  const middle = address.length / 2 + 1
  return (
    <>
      {address.slice(0, middle)}
      <wbr />
      {address.slice(middle)}
    </>
  )
}
