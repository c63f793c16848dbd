/** How much a source is worth as a source. */
export type Authority = 'high' | 'medium' | 'low'

/** Domain with everything below it, or an ending such as `gov`, to its authority. */
export type AuthorityRules = Readonly<Record<string, Authority>>

const of = (authority: 'high' | 'medium', domains: string): AuthorityRules =>
  Object.fromEntries(domains.split(/\s+/).map((domain) => [domain, authority]))

/** Authority by domain: data, not judgement of a single page. Settings come before it. */
export const authorityRules: AuthorityRules = {
  // Governments, universities, international bodies.
  ...of(
    'high',
    'gov mil edu int gov.uk nhs.uk gov.au gov.in gov.br gov.sg govt.nz gc.ca canada.ca gouv.fr bund.de admin.ch gv.at go.jp go.kr gov.si europa.eu un.org who.int oecd.org worldbank.org imf.org ac.uk ac.jp ac.at ac.nz ac.za edu.au edu.sg edu.cn ethz.ch epfl.ch mpg.de fraunhofer.de',
  ),
  // Registries of works, publishers with review, bodies of standards.
  ...of(
    'high',
    'doi.org arxiv.org biorxiv.org medrxiv.org ncbi.nlm.nih.gov pubmed.gov europepmc.org cochranelibrary.com nature.com science.org sciencemag.org cell.com nejm.org thelancet.com bmj.com jamanetwork.com pnas.org plos.org sciencedirect.com springer.com wiley.com tandfonline.com sagepub.com cambridge.org academic.oup.com jstor.org acm.org ieee.org usenix.org aclanthology.org openreview.net jmlr.org frontiersin.org mdpi.com elifesciences.org semanticscholar.org openalex.org clinicaltrials.gov w3.org ietf.org rfc-editor.org iso.org iec.ch nist.gov unicode.org ecma-international.org whatwg.org',
  ),
  // Edited press, encyclopaedias, documentation, places where people answer with their names.
  ...of(
    'medium',
    'wikipedia.org wikidata.org britannica.com reuters.com apnews.com afp.com bbc.com bbc.co.uk npr.org pbs.org nytimes.com washingtonpost.com wsj.com ft.com economist.com bloomberg.com theguardian.com theatlantic.com spiegel.de zeit.de faz.net sueddeutsche.de tagesschau.de nzz.ch lemonde.fr elpais.com derstandard.at orf.at arstechnica.com technologyreview.com quantamagazine.org scientificamerican.com newscientist.com wired.com developer.mozilla.org readthedocs.io docs.rs nodejs.org python.org rust-lang.org kernel.org debian.org github.com gitlab.com stackoverflow.com stackexchange.com ssrn.com researchgate.net gutenberg.org archive.org',
  ),
}
