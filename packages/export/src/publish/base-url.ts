import { exportError } from '../errors.ts'

/**
 * The address under which everything is published, with a slash at its end.
 * @param url - Absolute, http or https, without user, query and fragment.
 * @throws `EXPORT_BASE_URL_INVALID` with the reason.
 * @example parseBaseUrl('https://agents.example.org').href // 'https://agents.example.org/'
 */
export function parseBaseUrl(url: string): URL {
  const parsed = URL.parse(url)
  const refuse = (reason: string): never => {
    throw exportError('EXPORT_BASE_URL_INVALID', { url, reason })
  }
  if (parsed === null) return refuse('it is no absolute address')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return refuse('it is neither https nor http')
  if (parsed.username !== '' || parsed.password !== '') return refuse('it has a user or a password')
  if (parsed.search !== '' || url.includes('?')) return refuse('it has a query')
  if (parsed.hash !== '' || url.includes('#')) return refuse('it has a fragment')
  if (!parsed.pathname.endsWith('/')) parsed.pathname += '/'
  return parsed
}

/** For what needs a base address and says nothing of it. */
export const nowhere = 'https://agents.invalid/'

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
