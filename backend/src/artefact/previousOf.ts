import semver from 'semver'

/** What may stand in for a version that fails: the newest lower one of the same major, which promises the same links. */
export function previousVersion(version: string, candidates: readonly string[]): string | undefined {
  const major = semver.major(version)
  return candidates
    .filter((candidate) => semver.valid(candidate) !== null && semver.major(candidate) === major)
    .filter((candidate) => semver.lt(candidate, version))
    .toSorted(semver.rcompare)[0]
}
