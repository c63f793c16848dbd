import { domainName } from '@datacortex/platform'
import { registrableDomain } from '../dedup/registrable-domain.ts'
import type { ResearchConfig } from './research-options.ts'

type DomainRules = Pick<ResearchConfig, 'allowDomains' | 'denyDomains'>

/** Why an address may not be read, before or after redirects; a domain stands for all below it. */
export function forbiddenBy({ allowDomains, denyDomains }: DomainRules, url: string): string | undefined {
  const hostname = URL.parse(url)?.hostname
  if (hostname === undefined) return undefined
  const host = withoutWww(hostname.replace(/\.+$/, ''))
  const isOf = (entry: string): boolean => {
    const name = domainName(entry)
    const domain = name === undefined ? undefined : withoutWww(name)
    return domain !== undefined && (host === domain || host.endsWith(`.${domain}`))
  }
  if (denyDomains.some(isOf)) return `the settings forbid ${hostname}`
  return allowDomains.length > 0 && !allowDomains.some(isOf) ? `the settings do not name ${hostname}` : undefined
}

/** One sentence for each entry that is no domain, and so neither allows nor forbids anything. */
export function domainProblems({ allowDomains, denyDomains }: DomainRules): readonly string[] {
  return [...new Set([...denyDomains, ...allowDomains])]
    .filter((entry) => domainName(entry) === undefined)
    .map((entry) => `${JSON.stringify(entry)} is no domain, so it neither allows nor forbids anything`)
}

/** But for what was registered so, as under `gov.uk`. */
function withoutWww(host: string): string {
  return registrableDomain(host) === host ? host : host.replace(/^www\./, '')
}
