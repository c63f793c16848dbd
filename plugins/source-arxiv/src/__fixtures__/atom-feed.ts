/** A feed as arXiv sends it: line breaks in titles, versions in ids. */
export function atomFeed(entries: readonly string[]): Response {
  const xml = `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/1</id>
  <title>arXiv Query</title>
  <opensearch:totalResults>${entries.length}</opensearch:totalResults>
  ${entries.join('\n')}
</feed>`
  return new Response(xml, { headers: { 'content-type': 'application/atom+xml; charset=UTF-8' } })
}

/** Three preprints: a new id with version and DOI, an old id, one author. */
export const entries: readonly string[] = [
  `<entry>
    <id>http://arxiv.org/abs/2101.00001v2</id>
    <title>Tides &amp; friction where $a&lt;b$
      and $c>d$</title>
    <updated>2021-02-01T00:00:00Z</updated>
    <link href="https://arxiv.org/abs/2101.00001v2" rel="alternate" type="text/html"/>
    <summary>  We measure tides.
  Twice a day.
</summary>
    <category term="physics.geo-ph"/>
    <published>2021-01-01T12:00:00Z</published>
    <arxiv:journal_ref>J. Tides 1 (2021) 1</arxiv:journal_ref>
    <author><name>Ada  Marsh</name></author>
    <author><name>Bo Ebb</name><arxiv:affiliation>Coast</arxiv:affiliation></author>
    <arxiv:doi>10.1000/ABC.1</arxiv:doi>
  </entry>`,
  `<entry>
    <id>http://arxiv.org/abs/hep-th/9901001v1</id>
    <title>Old tides</title>
    <summary>Known for long.</summary>
    <published>1999-01-01T00:00:00Z</published>
    <author><name>Ada Marsh</name></author>
  </entry>`,
  `<entry>
    <id>http://arxiv.org/abs/2202.00002v1</id>
    <title>Neap tides</title>
    <summary/>
    <published>2022</published>
    <author><name>Cy Flow</name></author>
  </entry>`,
]
