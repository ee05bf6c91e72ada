"""A run as one page of HTML that loads no other files: findings, methods, cases, tests and coverage by line."""

from everypath.report.html.content import PageContent
from everypath.report.html.page import html_page

__all__ = ["PageContent", "html_page"]
