"""The service: the library over HTTP, for programs in any language.

``rcw serve`` runs it; `rcw_rules.service.app` is the same as an ASGI application, to mount in another. It needs the
extra ``serve``: ``pip install 'rcw-rules[serve]'``.
"""
