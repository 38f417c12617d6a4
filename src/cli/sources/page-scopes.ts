/** The permission of a page's token without which no lead is handed out. */
export const NEEDED_SCOPE = 'leads_retrieval';

/** What is asked for beside it: reading the page and its ads, and subscribing to it. */
export const USEFUL_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_metadata', 'pages_manage_ads', 'ads_management'];
