const reasons = new Map(
  Object.entries({
    EACCES: 'permission denied',
    EDEADLK: 'the cloud has not downloaded it',
    EDQUOT: 'the disk quota is used up',
    EEXIST: 'a file of that name is in the way',
    EIO: 'the disk failed',
    EISDIR: 'it is a folder',
    ELOOP: 'too many symbolic links',
    EMFILE: 'too many open files',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'it does not exist',
    ENOSPC: 'no space left on the disk',
    ENOTDIR: 'a part of the path is not a folder',
    ENXIO: 'not a regular file',
    EPERM: 'not permitted',
    EROFS: 'the disk is read-only',
    ESTALE: 'the network disk knows it no more',
    ETIMEDOUT: 'the disk did not answer in time',
  }),
)

/** The reason where a symbolic link has no target; the system says only that something is not there. */
export const danglingLink = 'it is a link that leads nowhere'

/**
 * The reason of a failed file operation in words.
 * @returns A short phrase; the message itself for anything unknown.
 * @example systemErrorReason({ code: 'ENOSPC' }) // 'no space left on the disk'
 */
export function systemErrorReason(error: unknown): string {
  const code = systemErrorCode(error)
  if (code === 'ENOENT' && isMisnamed(error)) return 'its name is no UTF-8, so rename it'
  const reason = code === undefined ? undefined : reasons.get(code)
  if (reason !== undefined) return reason
  return error instanceof Error ? error.message : String(error)
}

/** What is no UTF-8 in a name is listed as this character, and there is no file of the name with it. */
function isMisnamed(error: unknown): boolean {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' && error.path.includes('\uFFFD')
}

/**
 * The `code` of a system error, such as `ENOENT`.
 * @example systemErrorCode(new Error('x')) // undefined
 */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
