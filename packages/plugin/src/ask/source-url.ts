import { z } from 'zod'

/** Where a source or another server is asked, for settings: http or https, without user, query and fragment. */
export const SourceAddress: z.ZodType<string> = z
  .string()
  .refine(isPlainUrl, 'must be an http or https address without user, query and fragment')

/** Where a server is asked that gets a key: https, or this machine. */
export const KeyedSourceAddress: z.ZodType<string> = z
  .string()
  .refine((text) => isPlainUrl(text) && isPrivateWay(text), 'must be an https address, because a key is sent there')

/** Settings of a source that is asked at one address. */
export type SourceSettings = { readonly base_url: string }
/** Settings of a source that needs no key. */
export const SourceSettings: z.ZodType<SourceSettings> = z.strictObject({ base_url: SourceAddress })
/** Settings of a source that gets a key, which it may need. */
export const KeyedSourceSettings: z.ZodType<SourceSettings> = z.strictObject({ base_url: KeyedSourceAddress })

/**
 * For settings whose key may be left out: with one, the address is https or this machine.
 * @param field - Name of the setting that holds the address; `api_key` is the one that names the key.
 * @example z.strictObject({ base_url: SourceAddress, api_key: SecretName.optional() }).superRefine(keyedOnlyOverHttps('base_url'))
 */
export function keyedOnlyOverHttps<Field extends string>(
  field: Field,
): (
  settings: { readonly api_key?: string | undefined } & { readonly [Name in Field]?: string | undefined },
  context: Pick<z.RefinementCtx, 'addIssue'>,
) => void {
  return (settings, context) => {
    const address = settings[field]
    if (settings.api_key === undefined || address === undefined || isPrivateWay(address)) return
    context.addIssue({ code: 'custom', path: ['api_key'], message: 'is sent over https only, or to this machine' })
  }
}

/**
 * An address below the one of the settings.
 * @example sourceUrl('https://api.example.com/v1', '/search', { q: 'tides' })
 */
export function sourceUrl(
  base: string,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const url = new URL(base.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

/**
 * An address from outside, if it is one of the web.
 * @returns The address in its normal form; undefined for other schemes, and with user or password.
 * @example webUrl('javascript:alert(1)') // undefined
 */
export function webUrl(text: string | null | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url.href
}

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return webUrl(text) !== undefined && url?.search === '' && url.hash === ''
}

function isPrivateWay(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '')
}
