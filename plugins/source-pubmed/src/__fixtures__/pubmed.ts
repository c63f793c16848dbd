/** Answers as the two services give them: ids in order of relevance, articles in another. */
export function answerAsPubmed(request: Request): Response {
  return request.url.endsWith('/esearch.fcgi') ? searchAnswer(['102', '101', '103']) : articleSet(articles)
}

/** What a search answers. */
export function searchAnswer(idlist: readonly string[]): Response {
  return Response.json({
    header: { type: 'esearch', version: '0.3' },
    esearchresult: { count: String(idlist.length), retmax: '20', retstart: '0', idlist, translationset: [] },
  })
}

/** Articles as XML. */
export function articleSet(articles: readonly string[]): Response {
  const xml = `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${articles.join('\n')}</PubmedArticleSet>`
  return new Response(xml, { headers: { 'content-type': 'text/xml; charset=UTF-8' } })
}

/** One with everything, one with little, and a collective author. */
export const articles: readonly string[] = [
  `<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">101</PMID>
    <Article><Journal><JournalIssue><PubDate><Year>2021</Year><Month>Mar</Month></PubDate></JournalIssue>
      <Title>Journal of Tides</Title></Journal>
      <ArticleTitle>Tides <i>in vivo</i> &amp; at p &lt; 0.05.</ArticleTitle>
      <Abstract><AbstractText Label="AIMS">To measure <b>tides</b>.</AbstractText>
        <AbstractText Label="RESULTS">Twice a day.</AbstractText><AbstractText>That is all.</AbstractText></Abstract>
      <AuthorList CompleteYN="Y"><Author><LastName>Marsh</LastName><ForeName>Ada</ForeName></Author>
        <Author><LastName>D&#233;bit</LastName></Author></AuthorList>
      <ArticleDate DateType="Electronic"><Year>2021</Year><Month>02</Month><Day>07</Day></ArticleDate>
    </Article></MedlineCitation>
    <PubmedData><ArticleIdList><ArticleId IdType="pubmed">101</ArticleId>
      <ArticleId IdType="pmc">PMC456</ArticleId><ArticleId IdType="doi">10.1000/ABC.1</ArticleId></ArticleIdList></PubmedData>
  </PubmedArticle>`,
  `<PubmedArticle><MedlineCitation><PMID Version="1">102</PMID>
    <Article><Journal><JournalIssue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue></Journal>
      <ArticleTitle>[Old tides].</ArticleTitle></Article></MedlineCitation></PubmedArticle>`,
  `<PubmedArticle><MedlineCitation><PMID Version="1">103</PMID>
    <Article><ArticleTitle>Group tides</ArticleTitle><Abstract/>
      <AuthorList><Author><CollectiveName>Tide Group</CollectiveName></Author></AuthorList></Article></MedlineCitation>
    <PubmedData><ArticleIdList/></PubmedData></PubmedArticle>`,
]
