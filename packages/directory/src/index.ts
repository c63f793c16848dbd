export { type AskOptions, type DirectoryReport, type KnownDirectory, askDirectories, reportOf } from './ask-directories.ts'
export { DirectoryCache, type KeptRecord } from './directory-cache.ts'
export { directoryError } from './errors.ts'
export { openPublishedFinder } from './find-published.ts'
