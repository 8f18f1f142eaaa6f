// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Registry {
    function owner(bytes32 node) external view returns (address);
}

/// Stand-in for ENS's public resolver: addresses of names and, for the nodes
/// below addr.reverse, names of addresses. Only a node's owner may write.
contract NameResolver {
    Registry public constant registry =
        Registry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);

    mapping(bytes32 node => address) private addresses;
    mapping(bytes32 node => string) private names;

    event AddrChanged(bytes32 indexed node, address a);
    event NameChanged(bytes32 indexed node, string name);

    error NotTheOwner(bytes32 node, address account);

    modifier onlyOwnerOf(bytes32 node) {
        if (registry.owner(node) != msg.sender)
            revert NotTheOwner(node, msg.sender);
        _;
    }

    function setAddr(bytes32 node, address account) external onlyOwnerOf(node) {
        addresses[node] = account;
        emit AddrChanged(node, account);
    }

    function setName(
        bytes32 node,
        string calldata newName
    ) external onlyOwnerOf(node) {
        names[node] = newName;
        emit NameChanged(node, newName);
    }

    function addr(bytes32 node) external view returns (address) {
        return addresses[node];
    }

    function name(bytes32 node) external view returns (string memory) {
        return names[node];
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0x691f3431;
    }
}
