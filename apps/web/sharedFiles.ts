/** As much of the bundler's graph as is needed here. */
type Graph = {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

const firstPage = /\/screens\/accounts\//
const machine = /\/flows\/machine\/FlowDialog\.tsx$/
const flows = /\/flows\//
const safePages =
  /\/screens\/(home|assets|queue|history|messages|transaction)\//

/**
 * Left alone, whatever two pages share becomes a file of its own, and a page
 * asks for sixty. What the first page shares with any other is one file here,
 * what the pages about a safe share among them another, what every flow leads
 * through a third, and what forms have in common a fourth. Packages follow the
 * module of ours that needs them.
 */
export const sharedFiles = [
  // The first page reads logs as the ledger does, and needs no more of it.
  { name: 'events', test: /\/packages\/protocol\/src\/events[./]/ },
  // A file of its own would cost the first page its name.
  {
    name: 'owningSafes',
    test: /\/(wallet\/owningSafes|(queries|words|endpoints)\/bridges)\.ts$/,
    includeDependenciesRecursively: false,
  },
  shareFile(
    'parts',
    (users) => users.length > 1 && users.some(isOf(firstPage)),
  ),
  shareFile('ledger', (users) => users.filter(isOf(safePages)).length > 1),
  shareAlone(
    'machine',
    (users) => users.some(isOf(machine)) && users.every(isOf(flows)),
  ),
  shareAlone('forms', (users) => users.length > 1 && users.every(isOf(flows))),
]

function isOf(folder: RegExp): (id: string) => boolean {
  return (id) => folder.test(id)
}

function shareFile(name: string, isFor: (users: string[]) => boolean) {
  return {
    // An index file of a package seems to need all of it; ours need what they
    // name.
    test: /\/apps\/web\/src\//,
    name: (id: string, graph: Graph) =>
      isFor(findUsers(id, graph)) ? name : null,
  }
}

/** What such modules need from elsewhere stays where it is. */
function shareAlone(...parameters: Parameters<typeof shareFile>) {
  return {
    ...shareFile(...parameters),
    includeDependenciesRecursively: false,
  }
}

/** What is loaded by itself and cannot be without this module. */
function findUsers(id: string, graph: Graph): string[] {
  const users = new Set<string>()
  const seen = new Set([id])
  for (const at of seen) {
    const info = graph.getModuleInfo(at)
    if (!info) continue
    if (info.dynamicImporters.length > 0) users.add(at)
    for (const importer of info.importers) seen.add(importer)
  }
  return [...users]
}
