export {
  type AskOptions,
  type DirectoryReport,
  type KnownDirectory,
  askDirectories,
  reportOf,
} from './ask-directories.ts'
export { type FoundOrigin, askOrigin, importRefusal, isPublishedAddress, isRefused } from './ask-origin.ts'
export { DirectoryCache } from './directory-cache.ts'
export { directoryError } from './errors.ts'
export { inDirectory, openPublishedFinder } from './find-published.ts'
export { lineDifference } from './line-difference.ts'
export {
  type LocalNames,
  type PublishedResult,
  alikeFinding,
  alikeIn,
  localNames,
  publishedResults,
} from './published-results.ts'
export type { OwnRuns } from './reputation.ts'
