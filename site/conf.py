"""The Sphinx configuration for the pages that pages.ts writes."""

from pygments.lexers import ProtoBufLexer
from sphinx.highlighting import lexers

project = 'cdk-sagemaker-triton'
copyright = 'The cdk-sagemaker-triton authors. Licensed under the Apache License 2.0'
extensions = ['myst_parser']
myst_enable_extensions = ['attrs_block']
myst_heading_anchors = 6  # the same anchors for headings as GitHub
html_theme = 'furo'
html_title = project
html_static_path = ['static', 'bundled']
html_css_files = ['site.css', 'playground.css']
html_search_scorer = 'bundled/scorer.js'  # search/bundle.ts writes this file
templates_path = ['templates']
html_theme_options = {
    'source_repository': 'https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton/',
    'footer_icons': [],
}
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
highlight_language = 'none'
suppress_warnings = ['misc.highlighting_failure']  # some excerpts contain an ellipsis, which is invalid syntax
lexers['pbtxt'] = ProtoBufLexer()


def make_accessible(_app, _page, _template, context, _doctree):
    """Adds what the theme lacks: levels of the captions in the sidebar, and code that can be scrolled with the keyboard."""
    navigation = context.get('furo_navigation_tree', '')
    context['furo_navigation_tree'] = navigation.replace('role="heading"', 'role="heading" aria-level="2"')
    if 'body' in context:
        context['body'] = context['body'].replace('<pre>', '<pre tabindex="0">')


def setup(app):
    app.connect('html-page-context', make_accessible, priority=900)
