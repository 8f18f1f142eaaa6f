/** Between the tabs of a browser, where it can tell them apart. */
export function oneAtATime<Result>(
  name: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const { locks } = navigator
  return locks ? locks.request(name, act) : act()
}
