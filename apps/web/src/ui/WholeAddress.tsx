/** Where the 42 characters do not fit in a line, they break in the middle. */
export function WholeAddress({ address }: { address: string }) {
  const middle = 22
  return (
    <>
      {address.slice(0, middle)}
      <wbr />
      {address.slice(middle)}
    </>
  )
}
