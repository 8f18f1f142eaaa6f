// What a release says, against what its source gives.

/** What can be said before anything is built: an ending in words, or nothing. */
export function findObstacle(release, { commit, commits }) {
  if (release.format !== 'covault-release') return 'This is not a release.'
  if (release.retire || Object.keys(release.files).length === 0)
    return `This release is a retirement: it ends the worker in every browser and lists no files. There is nothing to build and to compare. Check who signed it, and that commit ${release.commit} is the one you expect.`
  if (release.commit !== commit)
    return `The release is of commit ${release.commit}, and this is ${commit}. Check out the commit of the release first.`
  const { sequence } = release
  // Whoever releases without a new commit chooses it, as for other keys.
  if (!Number.isSafeInteger(sequence) || sequence < commits)
    return `The sequence of the release is ${write(sequence)}, and its commit is number ${commits}. It must be at least that: browsers refuse a release whose sequence is not higher than the one before.`
  return undefined
}

/** What follows from no source, for writing the release again. */
export function listChoices({ severity, sequence, archive }) {
  return [
    ...['--severity', String(severity), '--sequence', String(sequence)],
    ...(archive ? [] : ['--without-archive']),
  ]
}

/**
 * `made` is the release that the source gives, without keys: those follow from
 * no source, and who trusts them must know them from elsewhere.
 */
export function compareRelease(given, made) {
  const names = new Set([...Object.keys(given), ...Object.keys(made)])
  names.delete('keys')
  names.delete('files')
  return [
    ...compareFiles(given.files, made.files),
    ...[...names]
      .filter((name) => !isSame(given[name], made[name]))
      .map(
        (name) =>
          `${name} of the release is ${write(given[name])}, its source gives ${write(made[name])}.`,
      ),
  ]
}

function compareFiles(given, made) {
  const paths = new Set([...Object.keys(given), ...Object.keys(made)])
  return [...paths].sort().flatMap((path) => {
    if (!Object.hasOwn(made, path))
      return [`${path} is in the release, but is not built.`]
    if (!Object.hasOwn(given, path))
      return [`${path} is built, but is not in the release.`]
    return isSame(given[path], made[path])
      ? []
      : [`${path} differs from the release.`]
  })
}

/** Both are written by JSON, whose order of members means nothing. */
function isSame(one, other) {
  return JSON.stringify(sort(one)) === JSON.stringify(sort(other))
}

function sort(value) {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, sort(one)])
}

function write(value) {
  return value === undefined ? 'missing' : JSON.stringify(value)
}
