"""A run as one page of HTML that needs nothing from elsewhere: findings, methods, cases, tests and coverage by line."""

from everypath.report.html.content import Content
from everypath.report.html.page import render

__all__ = ["Content", "render"]
