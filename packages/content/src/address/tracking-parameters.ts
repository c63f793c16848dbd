/** Parameters of a query that say where a reader came from, never what is shown: whole names, lower case. */
export const trackingParameters: ReadonlySet<string> = new Set(
  [
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid li_fat_id igshid igsh',
    'srsltid epik rdt_cid sccid irclickid zanpid wickedid mc_cid mc_eid mkt_tok vero_id vero_conv',
    'oly_anon_id oly_enc_id _hsenc _hsmi __hssc __hstc __hsfp hsctatracking _openstat _ga _gl _ke',
    '_bta_tid _bta_c ref_src ref_url cmpid s_cid sc_campaign sc_channel sc_content sc_medium sc_outcome',
    'ml_subscriber ml_subscriber_hash dm_i mbid trk_contact trk_msg trk_module trk_sid',
    '__twitter_impression guccounter guce_referrer guce_referrer_sig spm scm sharetype',
    'pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid',
  ].flatMap((line) => line.split(' ')),
)

/** Beginnings of such names. */
export const trackingPrefixes: readonly string[] = ['utm_', 'hsa_', 'mtm_', 'matomo_', 'piwik_', 'itm_', 'at_custom']
